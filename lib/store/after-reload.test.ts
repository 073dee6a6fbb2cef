import { afterEach, describe, expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import type { Transport } from "@/lib/transport";
import { createWorld, type Script, say } from "./test-support/session";

const worlds: ReturnType<typeof createWorld>[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});
function world(script: Script) {
  const made = createWorld(script);
  worlds.push(made);
  return made;
}

/** Fails as often as told, then answers. */
function failing(times: number): Script {
  let left = times;
  return (run) => {
    say(run, `ai-${run.runId}`, "So far");
    if (left > 0) {
      left -= 1;
      throw new ToolweaveError("provider_cut_off", "The answer broke off.");
    }
    run.addMessages("model", [{ type: "ai", id: `ai-${run.runId}`, content: "Whole" }]);
  };
}

async function failedThread(opened: ReturnType<typeof createWorld>): Promise<string> {
  const tab = opened.openTab();
  await tab.session.submit("hi");
  await tab.untilStatus("error");
  tab.session.dispose();
  return tab.state().threadId ?? "";
}

describe("a thread whose newest run failed", () => {
  it("shows the problem again after a reload, and the retry answers the same message once", async () => {
    const opened = world(failing(1));
    const threadId = await failedThread(opened);
    const again = opened.openTab({ threadId });
    const { problem } = await again.untilStatus("error");
    expect(problem).toEqual({ code: "provider_cut_off", message: "The answer broke off.", canRetry: true });
    await again.session.retry();
    await again.untilStatus("idle");
    expect(again.texts()).toEqual(["human: hi", "ai: Whole"]);
    expect(opened.server.started).toHaveLength(2);
  });

  it("shows it after a thread switch, and a new message takes its place", async () => {
    const opened = world(failing(1));
    const threadId = await failedThread(opened);
    const tab = opened.openTab();
    await tab.session.open(threadId);
    await tab.untilStatus("error");
    await tab.session.submit("again");
    await tab.untilStatus("idle");
    expect(tab.texts()).toEqual(["human: hi", "human: again", "ai: Whole"]);
  });

  it("shows after a reload that the server was stopped, and nothing of a run that a person stopped", async () => {
    const opened = world(() => {});
    const tab = opened.openTab();
    await tab.session.submit("hi");
    await tab.untilStatus("idle");
    const threadId = tab.state().threadId ?? "";
    const error = { error: "ServerStopped", code: "server_stopped", message: "The server was stopped." };
    const newest = (run: object) => ({
      threadId,
      wrap: (server: Transport): Transport => ({
        ...server,
        newestRun: async () => ({ runId: "r", status: "interrupted", ...run }),
      }),
    });
    const again = opened.openTab(newest({ error }));
    expect((await again.untilStatus("error")).problem).toMatchObject({ code: "server_stopped", canRetry: true });
    const stopped = opened.openTab(newest({}));
    expect((await stopped.untilStatus("idle")).problem).toBeUndefined();
  });

  it("says a general sentence where the server does not keep why", async () => {
    const opened = world(failing(1));
    const threadId = await failedThread(opened);
    const again = opened.openTab({
      threadId,
      wrap: (server) => ({ ...server, newestRun: async () => ({ runId: "r", status: "error" }) }),
    });
    expect((await again.untilStatus("error")).problem).toMatchObject({ code: "internal", message: "The run failed." });
  });

  it("says nothing of a failure that a newer run made good, or where runs cannot be listed", async () => {
    const opened = world(failing(1));
    const threadId = await failedThread(opened);
    const unlisted = opened.openTab({
      threadId,
      wrap: (server) => ({
        ...server,
        newestRun: async () => {
          throw new ToolweaveError("not_found", "No such route.");
        },
      }),
    });
    await unlisted.untilStatus("idle");
    await unlisted.session.submit("again");
    await unlisted.until((state) => state.messageIds.length === 3 && state.status === "idle");
    const later = opened.openTab({ threadId });
    expect((await later.untilStatus("idle")).problem).toBeUndefined();
  });
});

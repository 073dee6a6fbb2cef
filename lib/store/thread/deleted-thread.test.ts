import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless";
import { createWorld, headlessInterrupt, sayCall } from "../test-support/session";

const worlds: ReturnType<typeof createWorld>[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});

async function openStopped() {
  const world = createWorld((run) => {
    sayCall(run, "a1", 0, "k1", "act", "{}");
    const tool_calls = [{ id: "k1", name: "act", args: {} }];
    run.addMessages("model", [{ type: "ai", id: "a1", content: "", tool_calls }]);
    run.interrupt(headlessInterrupt("i-k1", "k1", "act", {}));
  });
  worlds.push(world);
  const tool = defineHeadlessTool({
    name: "act",
    title: "Act",
    description: "Acts.",
    reason: "To test.",
    input: z.object({}),
    policy: { consent: "auto" },
  }).implement(() => new Promise(() => {}));
  const tab = world.openTab({ tools: [tool] });
  await tab.session.submit("go");
  await tab.until(({ runId }) => runId === undefined && tab.calls()[0]?.phase === "browser");
  await tab.session.stop();
  const threadId = tab.state().threadId ?? "";
  const kept = async () => (await world.journal.entriesOf(threadId)).length;
  await expect.poll(kept).toBe(1);
  return { world, tab, threadId, kept };
}

it("what this browser kept of a thread's calls goes with the thread, where it is deleted here", async () => {
  const { world, tab, threadId, kept } = await openStopped();
  await world.server.deleteThread(threadId);
  tab.session.announce({ type: "thread-deleted", threadId });
  await expect.poll(kept).toBe(0);
});

it("and where it is found to be gone", async () => {
  const { world, tab, threadId, kept } = await openStopped();
  await world.server.deleteThread(threadId);
  await tab.session.submit("still there?");
  await tab.until(({ problem }) => problem?.code === "not_found");
  await expect.poll(kept).toBe(0);
});

import { expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import { createActTool } from "@/lib/headless/test-support/act-tool";
import type { ThreadState } from "@/lib/protocol";
import { callAct, createActingWorld } from "../test-support/acting-agent";

const TOO_LONG = new ToolweaveError("too_large", "The message is too long.");

/** An agent that asks for a browser tool, which waits for the person's yes; `refusal` is what the server says to anything but its answer. */
async function openAsked() {
  const { world } = createActingWorld((run) => {
    if (world.server.started.length === 2) callAct(run);
    else run.addMessages("model", [{ type: "ai", id: run.runId, content: "ok" }]);
  });
  const { tool, runs } = createActTool(undefined, { consent: "ask" });
  let before: ThreadState | undefined;
  const server: { refusal?: ToolweaveError | undefined; gate?: Promise<void> } = {};
  const tab = world.openTab({
    tools: [tool],
    wrap: (memory) => ({
      ...memory,
      getHistory: async (threadId) => {
        const now = await memory.getState(threadId);
        return before === undefined ? [now] : [{ ...now, parent_checkpoint: before.checkpoint }, before];
      },
      startRun: async function* (threadId, request, options) {
        if (request.command?.resume === undefined) await server.gate;
        if (request.command?.resume === undefined && server.refusal !== undefined) throw server.refusal;
        yield* memory.startRun(threadId, request, options);
      },
    }),
  });
  await tab.session.submit("hello");
  const { threadId = "" } = await tab.untilStatus("idle");
  before = await world.server.getState(threadId);
  await tab.session.submit("go");
  await tab.untilStatus("awaiting-human");
  const call = () => tab.calls()[0];
  const approve = () => tab.session.decide(call()?.key ?? "", { type: "approve" });
  const resumes = () => world.server.started.flatMap(({ command }) => command?.resume ?? []);
  return { tab, server, call, approve, resumes, runs };
}

it("a message that is refused for good leaves the call that waits, and its answer goes out", async () => {
  const { tab, server, call, approve, resumes } = await openAsked();
  server.refusal = TOO_LONG;
  await tab.session.submit("a very long text");
  await tab.until(({ problem }) => problem?.code === "too_large");
  expect(call()?.phase).toBe("consent");
  expect(tab.state().draft.text).toBe("a very long text");
  await approve();
  await expect.poll(resumes).toEqual([{ "i-k1": "did" }]);
  await tab.until(() => call()?.phase === "done");
});

it("nobody is asked while a message is on its way that closes the call; the server's yes cancels it", async () => {
  const { tab, server, call, approve, resumes, runs } = await openAsked();
  const gate = Promise.withResolvers<void>();
  server.gate = gate.promise;
  await tab.session.submit("never mind");
  await tab.untilStatus("submitting");
  expect(call()?.phase).toBe("cancelled");
  await approve();
  gate.resolve();
  await tab.untilStatus("idle");
  expect([call()?.phase, runs(), resumes()]).toEqual(["cancelled", 0, []]);
});

it("a message that was stopped before the server had it has closed the call by the same hand", async () => {
  const { tab, server, call } = await openAsked();
  const gate = Promise.withResolvers<void>();
  server.gate = gate.promise;
  server.refusal = TOO_LONG;
  await tab.session.submit("never mind");
  const stopped = tab.session.stop();
  gate.resolve();
  await stopped;
  expect(call()?.phase).toBe("cancelled");
});

it("an answer that cannot be written anew leaves the call that waits", async () => {
  const { tab, server, call, approve, resumes } = await openAsked();
  server.refusal = new ToolweaveError("rate_limited", "Too many runs.");
  await tab.session.regenerate(tab.state().messageIds.at(-1) ?? "");
  expect([tab.state().problem?.code, call()?.phase]).toEqual(["rate_limited", "consent"]);
  await tab.session.retry();
  await approve();
  await expect.poll(resumes).toEqual([{ "i-k1": "did" }]);
});

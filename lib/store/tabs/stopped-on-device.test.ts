import { expect, it, onTestFinished } from "vitest";
import { createFixture, serve, TESTER } from "@/lib/server/test-support";
import { createHttpTransport } from "@/lib/transport";
import { createWorld, say, sayCall, toolMessage } from "../test-support/session";

/** A tab that streams an answer with a call, and has a message in its queue. */
async function openStreaming() {
  const gate = Promise.withResolvers<void>();
  const asked: string[] = [];
  const world = createWorld(async (run) => {
    say(run, "a1", "Hel");
    sayCall(run, "a1", 0, "c1", "look", '{"at":');
    await gate.promise;
    const calls = [{ id: "c1", name: "look", args: { at: 1 }, type: "tool_call" }];
    run.addMessages("model", [
      { type: "ai", id: "a1", content: "Hello", tool_calls: calls },
      toolMessage("c1", "seen"),
    ]);
  });
  onTestFinished(() => world.close());
  const tab = world.openTab({
    wrap: (server) => ({
      ...server,
      getRun: async (threadId, runId, signal) => {
        asked.push(runId);
        return await server.getRun(threadId, runId, signal);
      },
    }),
  });
  await tab.session.submit("go");
  const { threadId = "", runId = "" } = await tab.until(({ status, runId }) => status === "streaming" && !!runId);
  await tab.until(() => tab.calls().length === 1);
  return { world, tab, gate, threadId, runId, asked };
}

it("a run that was stopped on another device ends as stopped here, and what is queued waits", async () => {
  const { world, tab, threadId, runId } = await openStreaming();
  await tab.session.submit("next");
  await world.server.cancelRun(threadId, runId);
  await tab.untilStatus("idle");
  expect(tab.texts()).toEqual(["human: go", "ai: Hel"]);
  expect([tab.messages()[1]?.isCutOff, tab.calls()[0]?.phase]).toEqual([true, "cancelled"]);
  expect([tab.state().queue.map(({ text }) => text), world.server.started.length]).toEqual([["next"], 1]);
});

it("a run that ends by itself, with nothing left open or queued, is not asked how it ended", async () => {
  const { tab, gate, asked } = await openStreaming();
  gate.resolve();
  await tab.untilStatus("idle");
  expect([tab.texts(), asked]).toEqual([["human: go", "ai: Hello"], []]);
});

it("and a queued message goes out behind a run that ended by itself", async () => {
  const { world, tab, gate, runId, asked } = await openStreaming();
  await tab.session.submit("next");
  gate.resolve();
  await tab.until(({ status, queue }) => status === "idle" && queue.length === 0);
  expect([world.server.started.length, asked]).toEqual([2, [runId]]);
});

it("on our server a message that is queued here waits when the run before it is stopped on another device", async () => {
  const fixture = await createFixture((_history, turn) => [`Said ${turn}`, { pauseMs: 5_000 }, "late"]);
  const server = await serve(fixture.handlers);
  onTestFinished(() => server.close());
  const transport = createHttpTransport({ apiUrl: `${server.url}/api`, headers: TESTER });
  const world = createWorld(() => {});
  onTestFinished(() => world.close());
  const tab = world.openTab({ wrap: () => transport });
  await tab.session.submit("go");
  const { threadId = "", runId = "" } = await tab.until(() => tab.texts().at(-1) === "ai: Said 1");
  await tab.session.submit("next");
  await transport.cancelRun(threadId, runId);
  await tab.untilStatus("idle");
  expect([tab.texts(), tab.state().queue.map(({ text }) => text)]).toEqual([["human: go", "ai: Said 1"], ["next"]]);
  expect((await transport.newestRun(threadId))?.runId).toBe(runId);
}, 20_000);

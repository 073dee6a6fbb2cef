import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { createMemoryJournal, defineHeadlessTool } from "@/lib/headless";
import { createPage, createWorld, headlessInterrupt, sayCall, toolMessage } from "../test-support/session";

const worlds: ReturnType<typeof createWorld>[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});

/** The first version of the answer, which waits for nothing. */
const FIRST = {
  values: {
    messages: [
      { type: "human", id: "h1", content: "go" },
      { type: "ai", id: "a0", content: "No." },
    ],
  },
  next: [],
  tasks: [],
  checkpoint: { thread_id: "t", checkpoint_ns: "", checkpoint_id: "first" },
};

it("a tool that showing another version cut off is asked about when its own comes back, and does not run by itself", async () => {
  const world = createWorld((run) => {
    if (run.request.command?.resume !== undefined) {
      return run.addMessages("tools", [toolMessage("c1", "here")]);
    }
    sayCall(run, "a1", 0, "c1", "act", "{}");
    const call = { id: "c1", name: "act", args: {} };
    run.addMessages("model", [{ type: "ai", id: "a1", content: "", tool_calls: [call] }]);
    run.interrupt(headlessInterrupt("i-c1", "c1", "act", {}));
  });
  worlds.push(world);
  let runs = 0;
  const tool = defineHeadlessTool({
    name: "act",
    title: "Act",
    description: "Acts.",
    reason: "To test.",
    input: z.object({}),
    policy: { consent: "auto", idempotent: false },
  }).implement(() => {
    runs += 1;
    return new Promise(() => {});
  });
  let passedMs = 0;
  const tab = world.openTab({
    tools: [tool],
    page: createPage(createMemoryJournal(), () => Date.now() + passedMs),
    wrap: (server) => ({
      ...server,
      getState: async (threadId, signal, options) =>
        options?.checkpointId === "first" ? FIRST : await server.getState(threadId, signal, options),
    }),
  });
  await tab.session.submit("go");
  await tab.until(({ status, runId }) => status === "running-client-tool" && runId === undefined);
  await expect.poll(() => runs).toBe(1);
  await tab.session.fork("first");
  expect(tab.texts()).toEqual(["human: go", "ai: No."]);
  passedMs = 600_000;
  await tab.session.fork("first");
  await tab.session.fork(undefined);
  await tab.until(() => tab.calls()[0]?.phase === "interrupted");
  expect([runs, world.server.started.length]).toEqual([1, 1]);
  await tab.session.decide(tab.calls()[0]?.key ?? "", { type: "approve" });
  await expect.poll(() => runs).toBe(2);
});

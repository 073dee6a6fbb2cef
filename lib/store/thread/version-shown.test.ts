import { expect, it, onTestFinished } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import { createMemoryJournal } from "@/lib/headless";
import { createActTool } from "@/lib/headless/test-support/act-tool";
import { createActingWorld } from "../test-support/acting-agent";
import { createBrowser } from "../test-support/browser";
import { createPage, createWorld } from "../test-support/session";

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
  const { world } = createActingWorld();
  const { tool, runs } = createActTool(() => new Promise(() => {}));
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
  await expect.poll(runs).toBe(1);
  await tab.session.fork("first");
  expect(tab.texts()).toEqual(["human: go", "ai: No."]);
  passedMs = 600_000;
  await tab.session.fork("first");
  await tab.session.fork(undefined);
  await tab.until(() => tab.calls()[0]?.phase === "interrupted");
  expect([runs(), world.server.started.length]).toEqual([1, 1]);
  await tab.session.decide(tab.calls()[0]?.key ?? "", { type: "approve" });
  await expect.poll(runs).toBe(2);
});

it("an answer that waits outlives a look at an older version, over a reload too, and goes out where it was asked", async () => {
  const world = createWorld((run) => {
    const answer = run.answerTo("q1");
    if (answer === undefined) run.interrupt({ id: "q1", value: "Where?" });
    else run.addMessages("model", [{ type: "ai", id: "a1", content: `So ${answer}` }]);
  });
  const browser = createBrowser();
  onTestFinished(() => {
    world.close();
    browser.close();
  });
  const net = { isDown: false };
  const places = new Map<string, string | undefined>();
  const open = (threadId?: string) => {
    const page = browser.openTab();
    const tab = world.openTab({
      ...(threadId === undefined ? {} : { threadId }),
      outboxStore: page.outboxStore,
      branchStore: { read: (id) => places.get(id), write: (id, checkpointId) => void places.set(id, checkpointId) },
      isOffline: () => net.isDown,
      wrap: (server) => ({
        ...server,
        getState: async (id, signal, options) =>
          options?.checkpointId === "first" ? FIRST : await server.getState(id, signal, options),
        startRun: (...request) => {
          if (net.isDown) throw new ToolweaveError("connection_lost", "The server cannot be reached.");
          return server.startRun(...request);
        },
      }),
    });
    const close = () => {
      tab.session.dispose();
      page.close();
    };
    return { ...tab, close };
  };
  const tab = open();
  await tab.session.submit("go");
  const { threadId = "" } = await tab.untilStatus("awaiting-human");
  net.isDown = true;
  await tab.session.submit("in the green folder");
  await tab.until(({ isWaitingForNetwork }) => isWaitingForNetwork);
  await tab.session.fork("first");
  expect([tab.texts(), tab.state().questions]).toEqual([["human: go", "ai: No."], []]);
  expect([tab.state().problem, tab.state().draft.text]).toEqual([undefined, ""]);
  const kept = async () => JSON.stringify(await browser.shelf.recordsOf(JSON.stringify(["t", threadId])));
  await expect.poll(kept).toContain("in the green folder");
  tab.close();

  const again = open(threadId);
  await again.until(({ isLoading }) => !isLoading);
  net.isDown = false;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([again.texts(), again.state().problem, again.state().draft.text, world.server.started.length]).toEqual([
    ["human: go", "ai: No."],
    undefined,
    "",
    1,
  ]);
  await again.session.fork(undefined);
  await again.until(() => again.texts().at(-1) === "ai: So in the green folder");
});

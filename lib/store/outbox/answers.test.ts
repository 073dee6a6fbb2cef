import { afterEach, expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import type { MemoryTransport, Transport } from "@/lib/transport";
import { createBrowser } from "../test-support/browser";
import { createWorld } from "../test-support/session";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const ANSWER = "in the green folder";

/** An agent that asks where, on a network that can be gone for what is sent. */
async function asked() {
  const world = createWorld((run) => {
    const answer = run.answerTo("q1");
    if (answer === undefined) run.interrupt({ id: "q1", value: "Where?" });
    else run.addMessages("model", [{ type: "ai", id: "a1", content: `So ${answer}` }]);
  });
  const browser = createBrowser();
  opened.push(world, browser);
  const network = { isDown: false, isKnown: true };
  const wakes = new Set<() => void>();
  const wrap = (server: MemoryTransport): Transport => ({
    ...server,
    startRun: (...request) => {
      if (network.isDown) throw new ToolweaveError("connection_lost", "The server could not be reached.");
      return server.startRun(...request);
    },
  });
  const openTab = (threadId?: string) => {
    const page = browser.openTab();
    const tab = world.openTab({
      ...(threadId === undefined ? {} : { threadId }),
      wrap,
      outboxStore: page.outboxStore,
      isOffline: () => network.isDown && network.isKnown,
      wake: (listener) => {
        wakes.add(listener);
        return () => void wakes.delete(listener);
      },
    });
    return {
      ...tab,
      close: () => {
        tab.session.dispose();
        page.close();
      },
    };
  };
  const tab = openTab();
  await tab.session.submit("go");
  const { threadId = "" } = await tab.untilStatus("awaiting-human");
  const record = JSON.stringify(["t", threadId]);
  return {
    ...world,
    network,
    openTab,
    tab,
    threadId,
    kept: async () => JSON.stringify(await browser.shelf.recordsOf(record)),
    wake: () => {
      for (const listener of [...wakes]) listener();
    },
  };
}

it.each([
  ["knows that there is no network", true],
  ["finds out only by trying", false],
])("an answer that could not be sent outlives a reload and goes out once, where the page %s", async (_, isKnown) => {
  const { server, network, openTab, tab, threadId, kept, wake } = await asked();
  Object.assign(network, { isDown: true, isKnown });
  await tab.session.submit(ANSWER);
  await tab.until((state) => state.isWaitingForNetwork || state.problem !== undefined);
  await expect.poll(kept).toContain(ANSWER);
  tab.close();

  const after = openTab(threadId);
  await after.until((state) => state.isWaitingForNetwork || state.problem !== undefined);
  network.isDown = false;
  wake();
  wake();
  await after.untilStatus("idle");
  expect(after.texts()).toEqual(["human: go", `ai: So ${ANSWER}`]);
  expect(server.started).toHaveLength(2);
  expect(after.state()).toMatchObject({ draft: { text: "" }, problem: undefined, isWaitingForNetwork: false });
  await expect.poll(kept).toBe("[]");
});

it("an answer is kept while another thread is shown, and sent when its own is shown again", async () => {
  const { network, tab, threadId } = await asked();
  network.isDown = true;
  await tab.session.submit(ANSWER);
  await tab.until((state) => state.isWaitingForNetwork);
  await tab.session.open(undefined);
  network.isDown = false;
  await tab.session.open(threadId);
  await tab.until((state) => state.messageIds.length === 2 && state.status === "idle");
  expect(tab.texts()).toEqual(["human: go", `ai: So ${ANSWER}`]);
});

it("an answer to a question that somebody else answered meanwhile is given back, and the person is told", async () => {
  const { server, network, openTab, tab, threadId, kept } = await asked();
  network.isDown = true;
  await tab.session.submit(ANSWER);
  await tab.until((state) => state.isWaitingForNetwork);
  await expect.poll(kept).toContain(ANSWER);
  tab.close();
  network.isDown = false;
  const request = { assistant_id: "agent", input: null, command: { resume: { q1: "nowhere" } } };
  await server.createRun(threadId, request);

  const after = openTab(threadId);
  await after.untilStatus("error");
  expect(after.state().problem).toMatchObject({ code: "interrupt_not_pending", canRetry: false });
  expect(after.state().draft.text).toBe(ANSWER);
  await after.until(() => after.texts().length === 2);
  expect(after.texts()).toEqual(["human: go", "ai: So nowhere"]);
  expect(server.started).toHaveLength(2);
  await expect.poll(kept).not.toContain("q1");
});

it("an answer that comes too late is given back, with what is in the composer already", async () => {
  const { server, network, tab, threadId, wake } = await asked();
  network.isDown = true;
  await tab.session.submit(ANSWER);
  await tab.until((state) => state.isWaitingForNetwork);
  tab.session.setDraft("next");
  network.isDown = false;
  await server.createRun(threadId, { assistant_id: "agent", input: null, command: { resume: { q1: "nowhere" } } });
  wake();
  await tab.untilStatus("error");
  expect(tab.state().problem).toMatchObject({ code: "interrupt_not_pending" });
  expect(tab.state().draft.text).toBe(`next\n\n${ANSWER}`);
});

it("an answer that waits is back in the composer when its thread is deleted, and moves on with what is sent next", async () => {
  const { server, tab, network, threadId } = await asked();
  network.isDown = true;
  await tab.session.submit(ANSWER);
  await tab.until(({ isWaitingForNetwork }) => isWaitingForNetwork);
  await server.deleteThread(threadId);
  network.isDown = false;
  await tab.session.fork("gone"); // reads
  await tab.until(({ problem }) => problem?.code === "not_found");
  expect([tab.state().draft.text, tab.state().questions]).toEqual([ANSWER, []]);
  await tab.session.submit("next");
  await tab.untilStatus("awaiting-human");
  expect(tab.state().threadId).not.toBe(threadId);
  expect([tab.texts(), tab.state().draft.text]).toEqual([["human: next"], ANSWER]);
});

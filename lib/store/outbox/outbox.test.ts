import { afterEach, describe, expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import type { RunRequest } from "@/lib/protocol";
import type { MemoryTransport, Transport } from "@/lib/transport";
import type { SessionState } from "../session-state";
import { createBrowser } from "../test-support/browser";
import { createWorld, type Script, say } from "../test-support/session";
import { EMPTY_OUTBOX } from "./outbox";

const worlds: { close(): void }[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});
function browser(options?: { hasLocks: boolean }) {
  const made = createBrowser(options);
  worlds.push(made);
  return made;
}
function world(script: Script) {
  const made = createWorld(script);
  worlds.push(made);
  return made;
}

/** Answers; the first run only when it may. */
function gated() {
  const gate = Promise.withResolvers<void>();
  const script: Script = async (run) => {
    say(run, `ai-${run.runId}`, "x");
    await gate.promise;
    run.addMessages("model", [{ type: "ai", id: `ai-${run.runId}`, content: "x" }]);
  };
  return { gate, script };
}

function inputTexts(requests: readonly RunRequest[]): unknown[] {
  return requests.map(({ input }) =>
    (input as { messages?: { content: unknown }[] } | null)?.messages?.map((message) => message.content),
  );
}

const threadOf = (threadId: string) => JSON.stringify(["t", threadId]);
/** Until this browser keeps that text for the thread. */
async function untilKept({ shelf }: ReturnType<typeof createBrowser>, threadId: string, text: string): Promise<void> {
  await expect.poll(async () => JSON.stringify(await shelf.recordsOf(threadOf(threadId)))).toContain(text);
}
const NEW_THREAD = JSON.stringify(["t", null]);

describe("a queued message that is being edited", () => {
  it("is not sent when the run ends; after saving, its new text is, and what stands behind it follows", async () => {
    const { gate, script } = gated();
    const { server, openTab } = world(script);
    const tab = openTab();
    await tab.session.submit("first");
    await tab.untilStatus("streaming");
    await tab.session.submit("old");
    await tab.session.submit("behind");
    const id = tab.state().queue[0]?.id ?? "";
    tab.session.holdQueued(id, true);
    gate.resolve();
    await tab.untilStatus("idle");
    expect(tab.state().queue.map(({ text }) => text)).toEqual(["old", "behind"]);
    tab.session.editQueued(id, "new");
    tab.session.holdQueued(id, false);
    await tab.until((state) => state.messageIds.length === 6 && state.status === "idle");
    expect(inputTexts(server.started)).toEqual([["first"], ["new"], ["behind"]]);
  });

  it("goes on as it was when the edit is given up, and does not stay held when the thread is left", async () => {
    const { gate, script } = gated();
    const { server, openTab } = world(script);
    const tab = openTab();
    await tab.session.submit("first");
    await tab.untilStatus("streaming");
    await tab.session.submit("old");
    const { threadId, queue } = tab.state();
    tab.session.holdQueued(queue[0]?.id ?? "", true);
    await tab.session.open(undefined);
    gate.resolve();
    await tab.session.open(threadId);
    await tab.until((state) => state.messageIds.length === 4 && state.status === "idle");
    expect(inputTexts(server.started)).toEqual([["first"], ["old"]]);
  });
});

describe("the order of what was typed", () => {
  it("holds after a Stop: what was queued goes before what is typed next", async () => {
    const { gate, script } = gated();
    const { server, openTab } = world(script);
    const tab = openTab();
    await tab.session.submit("first");
    await tab.untilStatus("streaming");
    await tab.session.submit("A");
    await tab.session.stop();
    gate.resolve();
    await tab.untilStatus("idle");
    expect(tab.state().queue.map(({ text }) => text)).toEqual(["A"]);
    await tab.session.submit("B");
    await tab.until((state) => state.queue.length === 0 && state.status === "idle");
    expect(inputTexts(server.started)).toEqual([["first"], ["A"], ["B"]]);
  });
});

describe("a queue that the person stopped", () => {
  it("stays where it is when the network comes back, and goes out when the person sends again", async () => {
    const { gate, script } = gated();
    const { server, openTab } = world(script);
    const facts = { isDown: false, reads: 0 };
    const wakes = new Set<() => void>();
    const options = {
      wake: (listener: () => void) => {
        wakes.add(listener);
        return () => void wakes.delete(listener);
      },
      wrap: (inner: MemoryTransport): Transport => ({
        ...inner,
        getState: async (...request) => {
          if (facts.isDown) throw new ToolweaveError("connection_lost", "The server could not be reached.");
          facts.reads += 1;
          return await inner.getState(...request);
        },
      }),
    };
    const wake = () => {
      for (const listener of [...wakes]) listener();
    };
    const tab = openTab(options);
    await tab.session.submit("first");
    await tab.untilStatus("streaming");
    await tab.session.submit("second");
    facts.isDown = true;
    await tab.session.stop();
    await tab.untilStatus("error");
    Object.assign(facts, { isDown: false, reads: 0 });
    wake();
    await expect.poll(() => facts.reads).toBe(1);
    await tab.untilStatus("idle");
    expect(tab.state().queue.map(({ text }) => text)).toEqual(["second"]);
    expect(server.started).toHaveLength(1);

    gate.resolve();
    await tab.session.submit("third");
    await tab.until((state) => state.queue.length === 0 && state.status === "idle");
    expect(inputTexts(server.started)).toEqual([["first"], ["second"], ["third"]]);
  });
});

describe("a reload", () => {
  it.each([
    ["with Web Locks", true],
    ["without Web Locks", false],
  ])(
    "keeps the queue, which goes out once when the run has ended, also with a second tab: %s",
    async (_name, hasLocks) => {
      const { gate, script } = gated();
      const { server, openTab } = world(script);
      const kept = browser({ hasLocks });
      const page = kept.openTab();
      const before = openTab({ outboxStore: page.outboxStore });
      await before.session.submit("first");
      await before.untilStatus("streaming");
      await before.session.submit("second");
      const threadId = before.state().threadId ?? "";
      await untilKept(kept, threadId, "second");
      const second = openTab({ threadId, outboxStore: kept.openTab().outboxStore });
      await second.untilStatus("streaming");
      if (hasLocks) expect(second.state().queue).toEqual([]); // the first tab lives, and will send it
      before.session.dispose();
      page.close();
      const after = openTab({ threadId, outboxStore: kept.openTab().outboxStore });
      const waits = (state: SessionState) => state.queue.some(({ text }) => text === "second");
      await Promise.any([after.until(waits), second.until(waits)]);
      gate.resolve();
      for (const tab of [after, second]) {
        await tab.until((state) => state.queue.length === 0 && state.status === "idle");
      }
      await expect.poll(() => server.started.length).toBe(2);
      await expect.poll(() => server.threads.get(threadId)?.state().values).toMatchObject({ messages: { length: 4 } });
      expect(inputTexts(server.started)).toEqual([["first"], ["second"]]);
    },
  );

  it("in the middle of the first message makes one thread and one run", async () => {
    const { server, openTab } = world((run) => run.addMessages("model", [{ type: "ai", id: "a", content: "x" }]));
    const kept = browser();
    const page = kept.openTab();
    const halfway = Promise.withResolvers<void>();
    const before = openTab({
      outboxStore: page.outboxStore,
      wrap: (inner) => ({
        ...inner,
        createThread: async (init) => {
          await inner.createThread(init);
          halfway.resolve();
          return await new Promise<never>(() => {}); // the answer never comes
        },
      }),
    });
    await before.session.submit("hi");
    await halfway.promise;
    await expect.poll(() => kept.shelf.recordsOf(NEW_THREAD)).toHaveLength(1);
    page.close();
    const after = openTab({ outboxStore: kept.openTab().outboxStore });
    await after.until((state) => state.messageIds.length === 2 && state.status === "idle");
    expect(server.threads.size).toBe(1);
    expect(inputTexts(server.started)).toEqual([["hi"]]);
    await expect.poll(() => kept.shelf.recordsOf(NEW_THREAD)).toEqual([]);
  });

  it("does not send again what the server already has", async () => {
    const { gate, script } = gated();
    const { server, openTab } = world(script);
    const kept = browser();
    const first = openTab();
    await first.session.submit("hi");
    await first.untilStatus("streaming");
    const { threadId = "", messageIds } = first.state();
    const unsent = [{ id: messageIds[0] ?? "", text: "hi" }];
    const page = kept.openTab();
    page.outboxStore.write(threadId, { ...EMPTY_OUTBOX, unsent });
    await expect.poll(() => kept.shelf.recordsOf(threadOf(threadId))).toHaveLength(1);
    page.close();
    const after = openTab({ threadId, outboxStore: kept.openTab().outboxStore });
    await after.untilStatus("streaming");
    gate.resolve();
    await after.untilStatus("idle");
    expect(after.texts()).toEqual(["human: hi", "ai: x"]);
    expect(server.started).toHaveLength(1);
    await expect.poll(() => kept.shelf.recordsOf(threadOf(threadId))).toEqual([]);
  });

  it("keeps a held queue held", async () => {
    const { gate, script } = gated();
    const { server, openTab } = world(script);
    const kept = browser();
    const page = kept.openTab();
    const before = openTab({ outboxStore: page.outboxStore });
    await before.session.submit("first");
    await before.untilStatus("streaming");
    await before.session.submit("second");
    await before.session.stop();
    gate.resolve();
    await untilKept(kept, before.state().threadId ?? "", '"isHeld":true');
    before.session.dispose();
    page.close();
    const after = openTab({
      threadId: before.state().threadId ?? "",
      outboxStore: kept.openTab().outboxStore,
    });
    await after.until((state) => state.queue.length === 1 && state.status === "idle" && !state.isLoading);
    expect(after.state().queue.map(({ text }) => text)).toEqual(["second"]);
    expect(server.started).toHaveLength(1);
  });
});

describe("without a network", () => {
  it("a first message waits, and goes out once when the network is back", async () => {
    const { gate, script } = gated();
    gate.resolve();
    const { server, openTab } = world(script);
    let isOffline = true;
    const listeners = new Set<() => void>();
    const tab = openTab({
      wake: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      wrap: (inner) => ({
        ...inner,
        createThread: async (init) => {
          if (isOffline) throw new ToolweaveError("connection_lost", "The server could not be reached.");
          return await inner.createThread(init);
        },
      }),
    });
    await tab.session.submit("hi");
    await tab.untilStatus("error");
    expect(tab.texts()).toEqual(["human: hi"]);
    for (const listener of listeners) listener(); // the tab is shown: still offline
    await tab.untilStatus("error");
    isOffline = false;
    for (const listener of listeners) listener();
    for (const listener of listeners) listener();
    await tab.untilStatus("idle");
    expect(inputTexts(server.started)).toEqual([["hi"]]);
    expect(server.threads.size).toBe(1);
    tab.session.dispose();
    expect(listeners.size).toBe(0);
  });

  it("is said to wait when the browser knows that there is no network, and what follows queues behind it", async () => {
    const { gate, script } = gated();
    gate.resolve();
    const { server, openTab } = world(script);
    const network = { isOffline: true, attempts: 0 };
    const listeners = new Set<() => void>();
    const kept = browser();
    const page = kept.openTab();
    const options = {
      isOffline: () => network.isOffline,
      wake: (listener: () => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      wrap: (inner: MemoryTransport): Transport => ({
        ...inner,
        createThread: async (init) => {
          network.attempts += 1;
          if (network.isOffline) throw new ToolweaveError("connection_lost", "The server could not be reached.");
          return await inner.createThread(init);
        },
      }),
    };
    const tab = openTab({ ...options, outboxStore: page.outboxStore });
    await tab.session.submit("hi");
    await tab.until((state) => state.isWaitingForNetwork);
    expect(tab.state()).toMatchObject({ status: "idle", problem: undefined });
    await tab.session.submit("and this");
    expect(tab.state().queue.map(({ text }) => text)).toEqual(["and this"]);
    expect(network.attempts).toBe(1);
    await expect.poll(async () => JSON.stringify(await kept.shelf.recordsOf(NEW_THREAD))).toContain("and this");
    // A reload in between: the next page waits with the same messages.
    tab.session.dispose();
    page.close();
    const after = openTab({ ...options, outboxStore: kept.openTab().outboxStore });
    await after.until((state) => state.isWaitingForNetwork && state.queue.length === 1);
    expect(after.texts()).toEqual(["human: hi"]);
    network.isOffline = false;
    for (const listener of [...listeners, ...listeners]) listener();
    await after.until((state) => state.messageIds.length === 4 && state.status === "idle");
    expect(inputTexts(server.started)).toEqual([["hi"], ["and this"]]);
    expect(server.threads.size).toBe(1);
    expect(after.state()).toMatchObject({ isWaitingForNetwork: false, queue: [] });
  });
});

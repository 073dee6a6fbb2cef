import { afterEach, describe, expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import type { RunRequest } from "@/lib/protocol";
import { createOutboxStore } from "./outbox-store";
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

/** A tab's own storage, as a browser has it. */
function tabStorage(over: Partial<Storage> = {}): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    length: 0,
    ...over,
  };
}

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

describe("a reload", () => {
  it("keeps the queue, which goes out once when the run has ended", async () => {
    const { gate, script } = gated();
    const { server, openTab } = world(script);
    const storage = tabStorage();
    const before = openTab({ outboxStore: createOutboxStore("t", () => storage) });
    await before.session.submit("first");
    await before.untilStatus("streaming");
    await before.session.submit("second");
    const { threadId } = before.state();
    before.session.dispose();
    if (threadId === undefined) throw new Error("no thread");
    const after = openTab({ threadId, outboxStore: createOutboxStore("t", () => storage) });
    await after.until((state) => state.queue[0]?.text === "second");
    // A duplicated tab has a copy of the storage.
    const copied = tabStorage();
    copied.setItem("toolweave:outbox:t", storage.getItem("toolweave:outbox:t") ?? "");
    const copy = openTab({ threadId, outboxStore: createOutboxStore("t", () => copied) });
    await copy.untilStatus("streaming");
    gate.resolve();
    for (const tab of [after, copy]) {
      await tab.until((state) => state.queue.length === 0 && state.messageIds.length === 4 && state.status === "idle");
    }
    expect(inputTexts(server.started)).toEqual([["first"], ["second"]]);
    expect(storage.getItem("toolweave:outbox:t")).toBeNull();
  });

  it("does not send again what the server already has", async () => {
    const { gate, script } = gated();
    const { server, openTab } = world(script);
    const storage = tabStorage();
    const store = createOutboxStore("t", () => storage);
    const first = openTab();
    await first.session.submit("hi");
    await first.untilStatus("streaming");
    const { threadId, messageIds } = first.state();
    if (threadId === undefined) throw new Error("no thread");
    store.write(threadId, {
      queue: [],
      unsent: [{ id: messageIds[0] ?? "", text: "hi" }],
      draft: "",
      isHeld: false,
    });
    const after = openTab({ threadId, outboxStore: store });
    await after.untilStatus("streaming");
    gate.resolve();
    await after.untilStatus("idle");
    expect(after.texts()).toEqual(["human: hi", "ai: x"]);
    expect(server.started).toHaveLength(1);
  });

  it("keeps a held queue held", async () => {
    const { gate, script } = gated();
    const { server, openTab } = world(script);
    const storage = tabStorage();
    const before = openTab({ outboxStore: createOutboxStore("t", () => storage) });
    await before.session.submit("first");
    await before.untilStatus("streaming");
    await before.session.submit("second");
    await before.session.stop();
    gate.resolve();
    before.session.dispose();
    const { threadId } = before.state();
    if (threadId === undefined) throw new Error("no thread");
    const after = openTab({ threadId, outboxStore: createOutboxStore("t", () => storage) });
    await after.untilStatus("idle");
    expect(after.state().queue.map(({ text }) => text)).toEqual(["second"]);
    expect(server.started).toHaveLength(1);
  });

  it("keeps the draft with its thread, and goes on without where storage is refused", async () => {
    const storage = tabStorage();
    const { openTab, server } = world(() => {});
    const { thread_id: threadId } = await server.createThread({});
    const tab = openTab({ outboxStore: createOutboxStore("t", () => storage) });
    tab.session.setDraft("for a new thread");
    await tab.session.open(threadId);
    expect(tab.state().draft).toBe("");
    tab.session.setDraft("for this one");
    const after = openTab({ outboxStore: createOutboxStore("t", () => storage) });
    expect(after.state().draft).toBe("for a new thread");
    await after.session.open(threadId);
    expect(after.state().draft).toBe("for this one");

    const refuse = () => {
      throw new Error("no storage");
    };
    const without = openTab({ outboxStore: createOutboxStore("t", refuse) });
    without.session.setDraft("still here");
    expect(without.state().draft).toBe("still here");
  });

  it.each([
    "no json",
    "{}",
    '[["t1", {"queue": [{"id": 1, "text": "x"}], "unsent": [], "draft": "", "isHeld": false}]]',
    '[["t1", {"queue": [], "unsent": [null], "draft": "", "isHeld": false}]]',
    '[["t1", null], "t1", null]',
  ])("takes nothing from a storage that somebody else wrote: %s", (text) => {
    const storage = tabStorage();
    storage.setItem("toolweave:outbox:t", text);
    const store = createOutboxStore("t", () => storage);
    expect(store.read("t1")).toBeUndefined();
    store.write("t1", { queue: [], unsent: [], draft: "mine", isHeld: false });
    expect(store.read("t1")?.draft).toBe("mine");
  });

  it("keeps at most 20 threads and 200 000 characters, the newest", () => {
    const storage = tabStorage();
    const store = createOutboxStore("t", () => storage);
    const content = (draft: string) => ({ queue: [], unsent: [], draft, isHeld: false });
    for (let n = 0; n < 25; n += 1) store.write(`t${n}`, content(`draft ${n}`));
    expect(store.read("t4")).toBeUndefined();
    expect(store.read("t5")?.draft).toBe("draft 5");
    store.write("big", content("x".repeat(199_000)));
    expect(store.read("big")?.draft).toHaveLength(199_000);
    expect(store.read("t5")).toBeUndefined();
    expect(storage.getItem("toolweave:outbox:t")?.length).toBeLessThan(201_000);
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
});

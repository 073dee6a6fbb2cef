import { afterEach, describe, expect, it } from "vitest";
import { createBrowser } from "../test-support/browser";
import { createWorld } from "../test-support/session";
import { createEarlyWords } from "./early-words";
import { EMPTY_OUTBOX, type OutboxContent } from "./outbox";
import { createMemoryShelf } from "./outbox-shelf";
import { createOutboxStore, type OutboxStore } from "./outbox-store";
import { readOutboxRecord } from "./read-outbox-record";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});
function browser() {
  const made = createBrowser();
  opened.push(made);
  return made;
}

const draft = (text: string) => ({ text, attachments: [] });
const content = (over: Partial<OutboxContent> = {}): OutboxContent => ({
  ...EMPTY_OUTBOX,
  ...over,
});
const item = (id: string) => ({ id, text: `text of ${id}`, cancelsCalls: false });

/** What is kept for a thread, and what comes later. */
function attach(store: OutboxStore, threadId: string | undefined, mayTakeOver = true) {
  const seen: (Partial<OutboxContent> | undefined)[] = [];
  const drafts: string[] = [];
  const first = Promise.withResolvers<Partial<OutboxContent> | undefined>();
  const detach = store.attach(threadId, {
    onContent: (found) => {
      seen.push(found);
      first.resolve(found);
    },
    onDraft: ({ text }) => drafts.push(text),
    mayTakeOver: () => mayTakeOver,
  });
  opened.push({ close: detach });
  return { first: first.promise, seen, drafts };
}

async function write(
  shelfSize: () => Promise<number>,
  store: OutboxStore,
  threadId: string | undefined,
  kept: OutboxContent,
) {
  const before = await shelfSize();
  store.write(threadId, kept);
  await expect.poll(shelfSize).toBeGreaterThan(before);
}

describe("messages of a page", () => {
  it("are taken over by one of two tabs when that page closes, and by none while it lives", async () => {
    const { shelf, openTab } = browser();
    const page = openTab();
    const size = async () => (await shelf.recordsOf(JSON.stringify(["t", "t1"]))).length;
    await write(size, page.outboxStore, "t1", content({ queue: [item("a"), item("b")], isHeld: true }));
    const others = [openTab(), openTab(), openTab()].map(({ outboxStore }) => attach(outboxStore, "t1"));
    for (const other of others) expect(await other.first).toBeUndefined();
    page.close();
    await expect.poll(() => others.flatMap(({ seen }) => seen.flatMap((found) => found?.queue ?? []))).toHaveLength(2);
    const late = attach(openTab().outboxStore, "t1");
    expect(await late.first).toBeUndefined();
    expect(others.flatMap(({ seen }) => seen.flatMap((found) => found?.queue ?? []))).toEqual([item("a"), item("b")]);
    expect(others.flatMap(({ seen }) => seen.flatMap((found) => found?.isHeld ?? []))).toEqual([true]);
  });

  it("that were taken over are forgotten when there is nothing left to send", async () => {
    const { shelf, openTab } = browser();
    const page = openTab();
    const size = async () => (await shelf.recordsOf(JSON.stringify(["t", "t1"]))).length;
    await write(size, page.outboxStore, "t1", content({ queue: [item("a")], draft: draft("half a") }));
    await expect.poll(size).toBe(2);
    page.close();
    const { outboxStore } = openTab();
    expect(await attach(outboxStore, "t1").first).toMatchObject({ queue: [item("a")], draft: draft("half a") });
    outboxStore.write("t1", content());
    await expect.poll(size).toBe(0);
  });

  it("for a thread that does not exist yet go to the next page that is opened, the newest first", async () => {
    const { shelf, openTab } = browser();
    const size = async () => (await shelf.recordsOf(JSON.stringify(["t", null]))).length;
    const [first, second] = [openTab(), openTab()];
    await write(size, first.outboxStore, undefined, content({ draft: draft("one"), newThreadId: "n1" }));
    await write(size, second.outboxStore, undefined, content({ draft: draft("two"), newThreadId: "n2" }));
    expect(await attach(openTab().outboxStore, undefined).first).toBeUndefined(); // both live
    first.close();
    second.close();
    expect(await attach(openTab().outboxStore, undefined).first).toMatchObject({
      draft: draft("two"),
      newThreadId: "n2",
    });
    expect(await attach(openTab().outboxStore, undefined).first).toMatchObject({
      draft: draft("one"),
      newThreadId: "n1",
    });
    expect(await attach(openTab().outboxStore, undefined).first).toBeUndefined();
  });
});

describe("what another page left of a new chat", () => {
  const left = async (
    page: ReturnType<ReturnType<typeof browser>["openTab"]>,
    shelf: ReturnType<typeof browser>["shelf"],
  ) => {
    const size = async () => (await shelf.recordsOf(JSON.stringify(["t", null]))).length;
    const attachments = [{ id: "f1", name: "plan.txt", blob: new Blob(["plan"]) }];
    await write(size, page.outboxStore, undefined, content({ draft: { text: "left", attachments } }));
    page.close();
  };

  it("is not mixed into a chat that has something already, and waits for an empty one", async () => {
    const { openTab, shelf } = browser();
    await left(openTab(), shelf);
    const { outboxStore } = openTab();
    expect(await attach(outboxStore, undefined, false).first).toBeUndefined();
    expect((await attach(outboxStore, undefined).first)?.draft?.text).toBe("left");
  });

  it("is joined with what is typed while it is taken over", async () => {
    const { openTab: openPage, shelf } = browser();
    const { openTab, close } = createWorld(() => {});
    opened.push({ close });
    await left(openPage(), shelf);
    const { outboxStore } = openPage();
    const gate = Promise.withResolvers<void>();
    const slow: OutboxStore = {
      ...outboxStore,
      attach: (thread, listeners) =>
        outboxStore.attach(thread, {
          ...listeners,
          onContent: (found) => void gate.promise.then(() => listeners.onContent(found)),
        }),
    };
    const tab = openTab({ outboxStore: slow });
    tab.session.setDraft("typed");
    gate.resolve();
    await tab.until(({ draft }) => draft.text === "left\n\ntyped");
    expect(tab.state().draft.attachments.map(({ name }) => name)).toEqual(["plan.txt"]);
  });

  it("is not lost when the chat is left in the middle of taking it over", async () => {
    const { openTab: openPage, shelf } = browser();
    const { server, openTab, close } = createWorld(() => {});
    opened.push({ close });
    const { thread_id: threadId } = await server.createThread({});
    await left(openPage(), shelf);
    const [asked, adopting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { adopt } = shelf;
    shelf.adopt = async (...record) => {
      asked.resolve();
      await adopting.promise;
      return await adopt(...record);
    };
    const page = openPage();
    const tab = openTab({ outboxStore: page.outboxStore });
    await asked.promise;
    await tab.session.open(threadId);
    adopting.resolve();
    await expect.poll(async () => JSON.stringify(await shelf.recordsOf(JSON.stringify(["t", null])))).toContain("left");
    await tab.session.open(undefined);
    await tab.until(({ draft }) => draft.text === "left");
  });
});

describe("a draft", () => {
  it("is followed by a tab without the focus, and left alone in the one that the person writes in", async () => {
    const { openTab } = browser();
    const [writing, idle, focused] = [openTab(), openTab(), openTab()];
    focused.focus(true);
    const watched = attach(idle.outboxStore, "t1");
    const kept = attach(focused.outboxStore, "t1");
    await Promise.all([watched.first, kept.first]);
    writing.outboxStore.write("t1", content({ draft: draft("hel") }));
    writing.outboxStore.write("t1", content({ draft: draft("hello") }));
    await expect.poll(() => watched.drafts.at(-1)).toBe("hello");
    writing.outboxStore.write("t1", content({ draft: draft("") }));
    await expect.poll(() => watched.drafts.at(-1)).toBe("");
    expect(kept.drafts).toEqual([]);
  });

  it("with files is kept over a reload, in its thread only", async () => {
    const { shelf, openTab } = browser();
    const page = openTab();
    const attachments = [{ id: "f1", name: "plan.txt", blob: new Blob(["plan"], { type: "text/plain" }) }];
    const size = async () => (await shelf.recordsOf(JSON.stringify(["t", "t1"]))).length;
    await write(size, page.outboxStore, "t1", content({ draft: { text: "see", attachments } }));
    page.close();
    const found = await attach(openTab().outboxStore, "t1").first;
    expect(found?.draft?.text).toBe("see");
    expect(await found?.draft?.attachments[0]?.blob.text()).toBe("plan");
    expect(await attach(openTab().outboxStore, "t2").first).toBeUndefined();
  });

  it("that is read late does not replace what the person has typed meanwhile, and is not lost for it", async () => {
    const { openTab: openPage, shelf } = browser();
    const { server, openTab, close } = createWorld(() => {});
    opened.push({ close });
    const { thread_id: threadId } = await server.createThread({});
    const gate = Promise.withResolvers<void>();
    const page = openPage();
    const size = async () => (await shelf.recordsOf(JSON.stringify(["t", threadId]))).length;
    const attachments = [{ id: "f1", name: "plan.txt", blob: new Blob(["plan"]) }];
    await write(size, page.outboxStore, threadId, content({ draft: { text: "kept", attachments } }));
    const slow: OutboxStore = {
      ...page.outboxStore,
      attach: (thread, listeners) =>
        page.outboxStore.attach(thread, {
          ...listeners,
          onContent: (found) => void gate.promise.then(() => listeners.onContent(found)),
        }),
    };
    const typing = openTab({ threadId, outboxStore: slow });
    typing.session.setDraft("typed");
    const waiting = openTab({ threadId, outboxStore: slow });
    expect(waiting.state().draft.text).toBe("");
    gate.resolve();
    await waiting.until((state) => state.draft.text === "kept");
    expect(typing.state().draft.text).toBe("kept\n\ntyped");
    expect(typing.state().draft.attachments.map(({ name }) => name)).toEqual(["plan.txt"]);
    await waiting.session.open(undefined);
    expect(waiting.state().draft.text).toBe("");
    await waiting.session.open(threadId);
    expect(waiting.state().draft.text).toBe("kept");
  });
});

describe("a storage that fails", () => {
  it("is a storage that is missing: what is typed is there for the life of the page", async () => {
    const refuse = () => Promise.reject(new Error("no storage"));
    const { tabs } = browser().openTab();
    const outboxStore = createOutboxStore({
      shelf: { recordsOf: refuse, put: refuse, remove: refuse, adopt: refuse },
      channel: tabs,
      locks: { take: refuse, whenFree: refuse, isTaken: refuse },
      early: createEarlyWords("t", () => undefined),
      hasFocus: () => true,
      timeOfDay: () => 0,
    });
    const { server, openTab, close } = createWorld(() => {});
    opened.push({ close });
    const { thread_id: threadId } = await server.createThread({});
    const tab = openTab({ outboxStore });
    tab.session.setDraft("still here");
    await tab.session.open(threadId);
    await tab.session.open(undefined);
    expect(tab.state().draft.text).toBe("still here");
    await tab.session.submit("hi");
    await tab.until(() => server.started.length === 1);
  });

  it("that cannot hold one thing keeps the next", async () => {
    const { openTab, shelf } = browser();
    const { outboxStore } = openTab();
    const answers = [{ interruptId: "q", value: 1n, key: "k" }];
    outboxStore.write("t1", content({ answers, queue: [item("a")] }));
    outboxStore.write("t1", content({ queue: [item("a")] }));
    await expect.poll(() => shelf.recordsOf(JSON.stringify(["t", "t1"]))).toHaveLength(1);
  });

  it("that holds what somebody else wrote gives nothing of it", () => {
    const record = { key: "k", thread: "t", owner: "o", draft: { text: "d" }, writtenAtMs: 1 };
    const empty = { queue: [], unsent: [], isHeld: false };
    expect(readOutboxRecord({ ...record, content: empty })).toMatchObject({ content: empty, draft: draft("d") });
    const messages = [{ id: "a", text: "b" }, { id: 1, text: "x" }, null, "x", { id: "", text: "x" }];
    const answers = [{ interruptId: "q", value: { x: 1 }, key: "k" }, { interruptId: 1 }, null];
    const departing = [{ queue: [], unsent: messages, newThreadId: "n" }, { queue: 1 }, null];
    const about = { interruptId: "r", position: 0, action: { name: "f", args: { x: 1 } } };
    const made = [
      { type: "approve" },
      { type: "edit", args: { x: 2 } },
      { type: "reject" },
      { type: "reject", message: "no" },
      { type: "respond", message: "so" },
    ];
    const unknown = [{ type: "edit" }, { type: "edit", args: "x" }, { type: "respond" }, { type: "sing" }, null, "x"];
    const decisions = made.map((decision) => ({ ...about, decision }));
    const strange = [
      ...unknown.map((decision) => ({ ...about, decision })),
      { ...about, position: "0", decision: made[0] },
      { ...about, interruptId: 1, decision: made[0] },
      { ...about, action: null, decision: made[0] },
      null,
    ];
    const written = [
      { name: "form", about: { label: "Who" }, interruptId: "r", value: "Ada" },
      { name: "edit", about: "hello", value: { text: "x" } },
    ];
    const inputs = [...written, { name: 1, value: "x" }, { name: "x" }, null];
    const told = { ...empty, queue: messages, unsent: messages, answers, departing, inputs };
    expect(
      readOutboxRecord({ ...record, content: { ...told, decisions: [...strange, ...decisions] } })?.content,
    ).toEqual({
      queue: [{ id: "a", text: "b", cancelsCalls: false }],
      unsent: [{ id: "a", text: "b" }],
      answers: [{ interruptId: "q", value: { x: 1 }, key: "k" }],
      decisions,
      inputs: written,
      isHeld: false,
      departing: [{ queue: [], unsent: [{ id: "a", text: "b" }], newThreadId: "n" }],
    });
    const stopOf = (stop: unknown) => readOutboxRecord({ ...record, content: { ...empty, stop } })?.content.stop;
    expect(stopOf({ runId: "r", startKey: 1 })).toEqual({ runId: "r" });
    expect([{}, null, "x", { runId: 1 }].map(stopOf)).toEqual([undefined, undefined, undefined, undefined]);
    for (const wrong of [undefined, null, "x", {}, record, { ...record, content: { ...empty, queue: {} } }]) {
      expect(readOutboxRecord(wrong)).toBeUndefined();
    }
  });

  it("is bounded: of more than 200 records the oldest goes", async () => {
    const shelf = createMemoryShelf();
    const { draft: _, ...rest } = content();
    for (let n = 0; n < 205; n += 1) {
      const record = { key: `k${n}`, thread: `t${n}`, owner: "o", content: rest };
      await shelf.put({ ...record, draft: draft(`draft ${n}`), writtenAtMs: n });
    }
    expect(await shelf.recordsOf("t4")).toEqual([]);
    expect(await shelf.recordsOf("t5")).toHaveLength(1);
  });
});

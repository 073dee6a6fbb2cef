import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AIMessage, type BaseMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";
import {
  Annotation,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  messagesStateReducer,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStorage } from "../open-storage";
import { FENCE_KEY } from "./fence";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "toolweave-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function open(folder: string) {
  const storage = await openStorage(folder);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await storage.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...storage, close };
}

type Saver = MemorySaver | SqliteSaver | Awaited<ReturnType<typeof open>>["saver"];

const State = Annotation.Root({
  messages: Annotation<BaseMessage[]>({ reducer: messagesStateReducer, default: () => [] }),
  notes: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});

/** Answers, replaces its first message, removes one, and asks a question: everything a list can go through. */
function createGraph(checkpointer: Saver) {
  return new StateGraph(State)
    .addNode("answer", ({ messages }) => ({
      messages: [new AIMessage({ id: `a${messages.length}`, content: `answer ${messages.length}` })],
      notes: [`note ${messages.length}`],
    }))
    .addNode("edit", ({ messages }) => ({
      messages: [new HumanMessage({ id: messages[0]?.id ?? "", content: `edited ${messages.length}` })],
    }))
    .addNode("remove", ({ messages }) =>
      messages.length > 4 ? { messages: [new RemoveMessage({ id: messages[1]?.id ?? "" })] } : {},
    )
    .addNode("ask", () => ({ notes: [String(interrupt("sure?"))] }))
    .addEdge(START, "answer")
    .addEdge("answer", "edit")
    .addEdge("edit", "remove")
    .addEdge("remove", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer });
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const at = (threadId: string) => ({ configurable: { thread_id: threadId } });
const say = (id: string) => ({ messages: [new HumanMessage({ id, content: `question ${id}` })] });

/** Every state of a thread, newest first, without what differs from run to run. */
async function history(graph: ReturnType<typeof createGraph>, threadId: string) {
  const states: unknown[] = [];
  for await (const state of graph.getStateHistory(at(threadId))) {
    states.push({
      values: state.values,
      next: state.next,
      step: state.metadata?.step,
      source: state.metadata?.source,
      interrupts: state.tasks.flatMap((task) => task.interrupts.map(({ value }) => value)),
    });
  }
  return states;
}

async function drive(graph: ReturnType<typeof createGraph>, threadId: string) {
  for (const id of ["one", "two", "three"]) {
    await graph.invoke(say(id), at(threadId));
    await graph.updateState(at(threadId), { notes: [`by hand ${id}`] }, "ask");
  }
}

describe("the saver", () => {
  test("gives back what LangGraph's own saver gives, whatever happens to the messages", async () => {
    const folder = await newFolder();
    const [ours, theirs] = [await open(folder), new MemorySaver()];
    const [graph, reference] = [createGraph(ours.saver), createGraph(theirs)];
    await drive(graph, "t");
    await drive(reference, "t");
    const expected = await history(reference, "t");
    expect(expected.length).toBeGreaterThan(15);
    expect(await history(graph, "t")).toEqual(expected);
    await ours.close();
    const again = await open(folder); // nothing in memory: everything is read from the file
    expect(await history(createGraph(again.saver), "t")).toEqual(expected);
  });

  test("stores a message once, however many checkpoints hold it", async () => {
    const folder = await newFolder();
    const { saver, close } = await open(folder);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("answer", () => ({ messages: [new AIMessage("y".repeat(2000))] }))
      .addEdge(START, "answer")
      .compile({ checkpointer: saver });
    for (let turn = 0; turn < 20; turn += 1) await graph.invoke({ messages: ["x".repeat(2000)] }, at("t"));
    await close();
    const database = new Sqlite(join(folder, "toolweave.sqlite"));
    const sum = database.prepare("SELECT sum(length(items)) AS bytes, count(*) AS lists FROM message_lists").get();
    const { bytes, lists } = sum as { bytes: number; lists: number };
    database.close();
    expect(lists).toBe(40);
    expect(bytes).toBeLessThan(40 * 2400);
  });

  test("sees a message that was changed in its place", async () => {
    const folder = await newFolder();
    const { saver, close } = await open(folder);
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("change", ({ messages }) => {
        const [first] = messages;
        if (first) first.content = `${first.content}!`;
        return { messages: [new AIMessage({ id: "answer", content: "done" })] };
      })
      .addEdge(START, "change")
      .compile({ checkpointer: saver });
    await graph.invoke({ messages: [new HumanMessage({ id: "q", content: "hi" })] }, at("t"));
    await close();
    const again = await open(folder);
    const tuple = await again.saver.getTuple(at("t"));
    const messages = tuple?.checkpoint.channel_values.messages as BaseMessage[];
    expect(messages.map(({ content }) => content)).toEqual(["hi!", "done"]);
  });

  test("finds checkpoints before another, by metadata and in pages", async () => {
    const { saver } = await open(await newFolder());
    const graph = createGraph(saver);
    await drive(graph, "t");
    const all = await collect(saver.list(at("t")));
    const before = all[4]?.config;
    if (!before) throw new Error("there are more than four");
    const page = await collect(saver.list(at("t"), { before, limit: 2 }));
    expect(page.map(({ config }) => config)).toEqual(all.slice(5, 7).map(({ config }) => config));
    const updates = await collect(saver.list(at("t"), { filter: { source: "update" } }));
    expect(updates).toHaveLength(3);
  });
});

describe("an attempt that was paused and comes back", () => {
  test("is refused: neither its checkpoints nor its writes change the thread", async () => {
    const storage = await open(await newFolder());
    await storage.threads.create("t", {});
    const graph = createGraph(storage.saver);
    const older = await storage.runs.fence("t");
    const asOlder = { configurable: { thread_id: "t", [FENCE_KEY]: older } };
    await graph.invoke(say("one"), asOlder);
    const newer = await storage.runs.fence("t");
    expect(newer).toBeGreaterThan(older);
    const before = await history(graph, "t");
    await expect(graph.invoke(say("two"), asOlder)).rejects.toMatchObject({ code: "conflict" });
    const [last] = await collect(storage.saver.list(at("t"), { limit: 1 }));
    const place = { configurable: { ...last?.config.configurable, [FENCE_KEY]: older } };
    await expect(storage.saver.putWrites(place, [["notes", ["late"]]], "task")).rejects.toMatchObject({
      code: "conflict",
    });
    const end = { threadId: "t", runId: "r", runStatus: "success", threadStatus: "idle", interrupts: {} } as const;
    await expect(storage.settle({ ...end, fence: older })).rejects.toMatchObject({ code: "conflict" });
    expect(await history(graph, "t")).toEqual(before);
    await storage.settle({ ...end, fence: newer });
  });

  test("does not bring a deleted thread back", async () => {
    const storage = await open(await newFolder());
    await storage.threads.create("t", {});
    const graph = createGraph(storage.saver);
    const config = { configurable: { thread_id: "t", [FENCE_KEY]: await storage.runs.fence("t") } };
    await storage.threads.delete("t");
    await expect(graph.invoke(say("one"), config)).rejects.toMatchObject({ code: "conflict" });
    expect(await storage.saver.getTuple(at("t"))).toBeUndefined();
  });
});

describe("a folder of an older version", () => {
  test("is migrated: every checkpoint of LangGraph's own saver is there, and its thread goes on", async () => {
    const folder = await newFolder();
    await (await open(folder)).close();
    const database = new Sqlite(join(folder, "toolweave.sqlite"));
    // what version 1 had: LangGraph's own tables, and none of what came later
    database.exec(`
      DROP TABLE thread_checkpoints; DROP TABLE checkpoint_writes; DROP TABLE message_lists; DROP TABLE store_items;
      ALTER TABLE threads DROP COLUMN fence; ALTER TABLE threads DROP COLUMN is_temporary;
      ALTER TABLE runs DROP COLUMN attempt; ALTER TABLE thread_values DROP COLUMN lists;
      PRAGMA user_version = 1`);
    const old = createGraph(new SqliteSaver(database));
    await drive(old, "t");
    await old.invoke(say("four"), at("t"));
    const expected = await history(old, "t");
    database.close();

    const { saver } = await open(folder);
    const graph = createGraph(saver);
    expect(await history(graph, "t")).toEqual(expected);
    const state = await graph.getState(at("t"));
    expect(state.tasks[0]?.interrupts).toHaveLength(1);
  });
});

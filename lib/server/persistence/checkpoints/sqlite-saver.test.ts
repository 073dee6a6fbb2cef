import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { at, createSampleGraph, drive, historyOf, say } from "../contract/sample-graph";
import { openStorage } from "../open-storage";

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

describe("the saver", () => {
  test("gives back from its file what LangGraph's own saver gives, whatever happened to the messages", async () => {
    const folder = await newFolder();
    const [ours, theirs] = [await open(folder), new MemorySaver()];
    const [graph, reference] = [createSampleGraph(ours.saver), createSampleGraph(theirs)];
    await drive(graph, "t");
    await drive(reference, "t");
    const expected = await historyOf(reference, "t");
    expect(expected.length).toBeGreaterThan(15);
    expect(await historyOf(graph, "t")).toEqual(expected);
    await ours.close();
    const again = await open(folder); // nothing in memory: everything is read from the file
    expect(await historyOf(createSampleGraph(again.saver), "t")).toEqual(expected);
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
    const old = createSampleGraph(new SqliteSaver(database));
    await drive(old, "t");
    await old.invoke(say("four"), at("t"));
    const expected = await historyOf(old, "t");
    database.close();

    const { saver } = await open(folder);
    const graph = createSampleGraph(saver);
    expect(await historyOf(graph, "t")).toEqual(expected);
    const state = await graph.getState(at("t"));
    expect(state.tasks[0]?.interrupts).toHaveLength(1);
  });
});

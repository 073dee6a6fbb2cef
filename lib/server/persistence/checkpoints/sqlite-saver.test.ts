import { join } from "node:path";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { at, createSampleGraph, drive, historyOf, say } from "../../test-support/sample-graph";
import { newFolder, openSqlite } from "../../test-support/storages";

describe("the saver", () => {
  test("gives back from its file what LangGraph's own saver gives, whatever happened to the messages", async () => {
    const folder = await newFolder();
    const [ours, theirs] = [await openSqlite(folder), new MemorySaver()];
    const [graph, reference] = [createSampleGraph(ours.saver), createSampleGraph(theirs)];
    await drive(graph, "t");
    await drive(reference, "t");
    const expected = await historyOf(reference, "t");
    expect(expected.length).toBeGreaterThan(15);
    expect(await historyOf(graph, "t")).toEqual(expected);
    await ours.close();
    const again = await openSqlite(folder); // nothing in memory: everything is read from the file
    expect(await historyOf(createSampleGraph(again.saver), "t")).toEqual(expected);
  });

  test("stores a message once, however many checkpoints hold it", async () => {
    const folder = await newFolder();
    const { saver, close } = await openSqlite(folder);
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
    const { saver, close } = await openSqlite(folder);
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
    const again = await openSqlite(folder);
    const tuple = await again.saver.getTuple(at("t"));
    const messages = tuple?.checkpoint.channel_values.messages as BaseMessage[];
    expect(messages.map(({ content }) => content)).toEqual(["hi!", "done"]);
  });
});

describe("a folder of an older version", () => {
  test("is migrated: every checkpoint of LangGraph's own saver is there, and its thread goes on", async () => {
    const folder = await newFolder();
    await (await openSqlite(folder)).close();
    const database = new Sqlite(join(folder, "toolweave.sqlite"));
    // what version 1 had: LangGraph's own tables, and none of what came later
    database.exec(`
      DROP TABLE thread_checkpoints; DROP TABLE checkpoint_writes; DROP TABLE message_lists; DROP TABLE user_items;
      DROP INDEX threads_of_user; ALTER TABLE threads DROP COLUMN user_id;
      ALTER TABLE threads DROP COLUMN fence; ALTER TABLE threads DROP COLUMN is_temporary;
      ALTER TABLE runs DROP COLUMN attempt; ALTER TABLE thread_values DROP COLUMN lists;
      ALTER TABLE claims DROP COLUMN previous_holder; DROP TABLE fences; DROP TABLE item_counts;
      PRAGMA user_version = 1`);
    const old = createSampleGraph(new SqliteSaver(database));
    await drive(old, "t");
    await old.invoke(say("four"), at("t"));
    const expected = await historyOf(old, "t");
    database.close();

    const { saver } = await openSqlite(folder);
    const graph = createSampleGraph(saver);
    expect(await historyOf(graph, "t")).toEqual(expected);
    const state = await graph.getState(at("t"));
    expect(state.tasks[0]?.interrupts).toHaveLength(1);
  });
});

import { join } from "node:path";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import {
  type BaseCheckpointSaver,
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { at } from "../../test-support/sample-graph";
import { newFolder, openSqlite } from "../../test-support/storages";

const WORDS = 2_000;
const TURNS = 10;

/** As `createAgent`: each call of an answer is a packet with the whole state, and the tool asks. */
function createFanOut(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(MessagesAnnotation)
    .addNode("answer", ({ messages }) => ({
      messages: [new AIMessage({ id: `a${messages.length}`, content: "x".repeat(WORDS) })],
    }))
    .addNode("work", ({ messages, call }: { messages: BaseMessage[]; call: string }) => {
      const said = interrupt({ call, sees: messages.map(({ id }) => id) });
      return {
        messages: [new ToolMessage({ id: `${call}${messages.length}`, tool_call_id: call, content: `${said}` })],
      };
    })
    .addEdge(START, "answer")
    .addConditionalEdges("answer", (state) => ["b", "c"].map((call) => new Send("work", { ...state, call })), ["work"])
    .compile({ checkpointer });
}

async function ask(graph: ReturnType<typeof createFanOut>, turn: number): Promise<unknown> {
  await graph.invoke({ messages: [new HumanMessage({ id: `q${turn}`, content: "go" })] }, at("t"));
  return (await graph.getState(at("t"))).tasks.map(({ interrupts }) => interrupts[0]?.value);
}

async function answer(graph: ReturnType<typeof createFanOut>): Promise<unknown> {
  const { tasks } = await graph.getState(at("t"));
  const resume = Object.fromEntries(tasks.flatMap(({ interrupts }) => interrupts.map(({ id }) => [id, "yes"])));
  const { messages } = await graph.invoke(new Command({ resume }), at("t"));
  return messages.map(({ id, content }: BaseMessage) => [id, content]);
}

test("a packet that was stored without its history is given back with it, also from the file alone", async () => {
  const folder = await newFolder();
  const reference = createFanOut(new MemorySaver());
  for (let turn = 0; turn < 3; turn += 1) {
    const { saver, close } = await openSqlite(folder); // nothing in memory: everything is read from the file
    expect(await ask(createFanOut(saver), turn)).toEqual(await ask(reference, turn));
    await close();
    const again = await openSqlite(folder);
    expect(await answer(createFanOut(again.saver))).toEqual(await answer(reference));
    await again.close();
  }
});

test("packets do not store the thread again", async () => {
  const folder = await newFolder();
  const { saver, close } = await openSqlite(folder);
  const graph = createFanOut(saver);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await ask(graph, turn);
    await answer(graph);
  }
  await close();
  const database = new Sqlite(join(folder, "toolweave.sqlite"));
  const largest = (column: string, table: string) =>
    (database.prepare(`SELECT max(length(${column})) AS bytes FROM ${table}`).get() as { bytes: number }).bytes;
  const found = [largest("body", "thread_checkpoints"), largest("value", "checkpoint_writes")];
  database.close();
  for (const bytes of found) expect(bytes).toBeLessThan(4 * WORDS); // two packets with one new answer each
});

test("a copied thread goes on with its packets when the first is gone", async () => {
  const { saver, threads } = await openSqlite(await newFolder());
  const graph = createFanOut(saver);
  await threads.create("t", {}, { userId: "ada" });
  const reference = createFanOut(new MemorySaver());
  for (const each of [graph, reference]) {
    await ask(each, 0);
    await answer(each);
    await ask(each, 1);
  }
  await threads.copy("t", "copy");
  await threads.delete("t");
  await threads.copy("copy", "t");
  expect(await answer(graph)).toEqual(await answer(reference));
});

import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import type { Storage } from "../../persistence/storage";
import { at } from "../../test-support/sample-graph";
import { ADA, STORAGES } from "../../test-support/storages";
import { exportThread } from "./export-thread";

/** A thread of so many turns, each with its checkpoints, as its owner takes it along. */
async function exportOf({ saver, threads, ...storage }: Storage, turns: number): Promise<string> {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("answer", ({ messages }) => ({ messages: [new AIMessage({ id: `a${messages.length}`, content: "yes" })] }))
    .addEdge(START, "answer")
    .compile({ checkpointer: saver });
  const threadId = `thread-of-${turns}`;
  await threads.create(threadId, {}, ADA);
  for (let turn = 0; turn < turns; turn += 1)
    await graph.invoke({ messages: [new HumanMessage({ id: `h${turn}`, content: "on" })] }, at(threadId));
  let text = "";
  for await (const piece of (await exportThread({ saver, threads, ...storage }, threadId, ADA.userId)) ?? [])
    text += piece;
  return text;
}

describe.each(STORAGES)("a thread that is taken along, %s", (_, open) => {
  test("grows with its turns, not with their square, and each checkpoint names what it holds", async () => {
    const storage = await open();
    const [short, long] = [await exportOf(storage, 20), await exportOf(storage, 80)];
    expect(long.length).toBeLessThan(short.length * 4.5);
    const { messages, checkpoints } = JSON.parse(long);
    expect(messages).toHaveLength(160);
    expect(checkpoints).toHaveLength(240);
    expect(checkpoints.at(-1).values.messages).toEqual({ message_numbers: [[0, 159]] });
  });

  test("is nobody else's", async () => {
    const storage = await open();
    await storage.threads.create("t", {}, ADA);
    expect(await exportThread(storage, "t", "alan")).toBeUndefined();
    expect(await exportThread(storage, "gone", ADA.userId)).toBeUndefined();
  });
});

import { AIMessage, type BaseMessage, HumanMessage, RemoveMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { at, collect, createSampleGraph, drive, say } from "../../test-support/sample-graph";
import { STORAGES } from "../../test-support/storages";

/** Answers; "forget" takes the first message out. */
function createEcho(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(MessagesAnnotation)
    .addNode("answer", ({ messages }) => ({
      messages: [
        new AIMessage({ id: `a${messages.length}`, content: "yes" }),
        ...(messages.at(-1)?.content === "forget" ? [new RemoveMessage({ id: messages[0]?.id ?? "" })] : []),
      ],
    }))
    .addEdge(START, "answer")
    .compile({ checkpointer });
}

describe.each(STORAGES)("messages that two checkpoints share, %s", (_, open) => {
  test("are those that stand at the beginning of both", async () => {
    const { saver, branches } = await open();
    const graph = createEcho(saver);
    const ends: string[] = [];
    for (const word of ["one", "two", "three", "forget"]) {
      await graph.invoke({ messages: [new HumanMessage({ id: word, content: word })] }, at("t"));
      ends.push((await saver.getTuple(at("t")))?.checkpoint.id ?? "");
    }
    const [one = "", two = "", three = "", forgot = ""] = ends;
    expect(await branches.countShared("t", one, three)).toBe(2);
    expect(await branches.countShared("t", two, three)).toBe(4);
    expect(await branches.countShared("t", three, three)).toBe(6);
    expect(await branches.countShared("t", three, forgot)).toBe(0);
    expect(await branches.countShared("t", "no-such-checkpoint", three)).toBe(0);
    expect(await branches.countShared("another", one, three)).toBe(0);
  });

  test("are never more than are the same, whatever happened to them", async () => {
    const { saver, branches } = await open();
    const graph = createSampleGraph(saver);
    await drive(graph, "t");
    await graph.invoke(say("more"), at("t"));
    const all = (await collect(saver.list(at("t")))).map(({ checkpoint }) => ({
      id: checkpoint.id,
      messages: ((checkpoint.channel_values.messages ?? []) as BaseMessage[]).map((message) => JSON.stringify(message)),
    }));
    for (const head of all) {
      for (const earlier of all) {
        const shared = await branches.countShared("t", earlier.id, head.id);
        expect(head.messages.slice(0, shared)).toEqual(earlier.messages.slice(0, shared));
      }
    }
  });
});

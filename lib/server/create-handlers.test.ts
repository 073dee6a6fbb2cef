import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { createMemoryStorage } from "./persistence/memory/memory-storage";
import { createFixture } from "./test-support/fixture";
import { callPieces, type Piece } from "./test-support/scripted-model";

const QUESTION = { messages: [{ type: "human", id: "question-1", content: "What is 3 * 12? And 11 + 49?" }] };

/** Calls two tools at once, then says what came of it. */
function sums(messages: BaseMessage[]): Piece[] {
  const last = messages.at(-1);
  if (ToolMessage.isInstance(last)) {
    const results = messages.filter((message) => ToolMessage.isInstance(message)).map(({ content }) => content);
    return ["The results are ", results.join(" and "), "."];
  }
  return [
    "Let me see. ",
    ...callPieces(0, "call-multiply", "multiply", { a: 3, b: 12 }),
    ...callPieces(1, "call-add", "add", { a: 11, b: 49 }),
  ];
}

describe("a run with two tools at once", () => {
  test("streams the arguments in pieces, runs both tools, and answers", async () => {
    const { client } = await createFixture(sums);
    const threadId = await client.newThread();
    const events = await client.run(threadId, { input: QUESTION });

    const names = events.map(({ event }) => event);
    expect(names[0]).toBe("metadata");
    expect(names.at(-1)).toBe("end");
    const runId = events[0]?.id.split(":")[0];
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => `${runId}:${index}`));

    const pieces = events.flatMap(({ event, data }) => (event === "messages" ? [data as [WirePiece, object]] : []));
    const args = new Map<number, string>();
    for (const [piece] of pieces) {
      for (const call of piece.tool_call_chunks ?? []) args.set(call.index, (args.get(call.index) ?? "") + call.args);
    }
    expect([...args]).toEqual([
      [0, '{"a":3,"b":12}'],
      [1, '{"a":11,"b":49}'],
    ]);
    const results = pieces
      .filter(([piece]) => piece.type === "tool")
      .map(([piece]) => [piece.tool_call_id, piece.content]);
    expect(Object.fromEntries(results)).toEqual({ "call-multiply": "36", "call-add": "60" });
    expect(
      events.some(({ event, data }) => event === "tools" && (data as { event: string }).event === "on_tool_end"),
    ).toBe(true);

    const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
    expect(state.values.messages.map((message: WirePiece) => [message.type, message.content])).toEqual([
      ["human", "What is 3 * 12? And 11 + 49?"],
      ["ai", "Let me see. "],
      ["tool", "36"],
      ["tool", "60"],
      ["ai", "The results are 36 and 60."],
    ]);
    expect(state.next).toEqual([]);
  });

  test("gives every message the same id in pieces, updates and state, and sends pieces without empty fields", async () => {
    const { client } = await createFixture(sums);
    const threadId = await client.newThread();
    const events = await client.run(threadId, { input: QUESTION });
    const { body: state } = await client.call("GET", `/threads/${threadId}/state`);
    const stateIds = state.values.messages.map(({ id }: WirePiece) => id);

    const pieces = events.filter(({ event }) => event === "messages").map(({ data }) => data as [WirePiece, object]);
    expect([...new Set(pieces.map(([piece]) => piece.id))].sort()).toEqual(stateIds.slice(1).sort());
    expect(stateIds[0]).toBe("question-1");

    const [first, second] = pieces;
    expect(first?.[0]).toEqual({ type: "ai", content: "Let me see. ", id: stateIds[1], name: undefined });
    expect(first?.[1]).toMatchObject({ langgraph_node: "model_request", langgraph_step: 1, thread_id: threadId });
    expect(second?.[0]).toEqual({
      type: "ai",
      content: "",
      id: stateIds[1],
      tool_call_chunks: [{ index: 0, id: "call-multiply", name: "multiply", args: '{"a":' }],
    });
    expect(Object.keys(second?.[1] ?? {}).sort()).toEqual(["langgraph_checkpoint_ns", "langgraph_node"]);
  });

  test("leaves the thread idle with its values, and the run as a success", async () => {
    const { client } = await createFixture(sums);
    const threadId = await client.newThread();
    await client.run(threadId, { input: QUESTION });
    const { body: thread } = await client.call("GET", `/threads/${threadId}`);
    expect(thread.status).toBe("idle");
    expect(thread.interrupts).toEqual({});
    expect(thread.values.messages).toHaveLength(5);
    expect(thread.metadata).toEqual({ graph_id: "agent", assistant_id: "agent" });
    const { body: runs } = await client.call("GET", `/threads/${threadId}/runs`);
    expect(runs.map(({ status }: { status: string }) => status)).toEqual(["success"]);
  });

  test("gives the model the whole history at the next turn, also after a restart", async () => {
    const first = await createFixture(sums);
    const threadId = await first.client.newThread();
    await first.client.run(threadId, { input: QUESTION });
    const second = await first.restart();
    await second.client.run(threadId, { input: { messages: [{ role: "user", content: "Again" }] } });
    const [asked] = second.model.asked;
    expect(asked?.slice(1).map((message) => message.getType())).toEqual(["human", "ai", "tool", "tool", "ai", "human"]);
    expect(HumanMessage.isInstance(asked?.at(-1))).toBe(true);
    const calls = asked?.find((message) => AIMessage.isInstance(message))?.tool_calls;
    expect(calls?.map(({ args }) => args)).toEqual([
      { a: 3, b: 12 },
      { a: 11, b: 49 },
    ]);
  });
});

describe("a storage that the host brings", () => {
  test("is shared by all handlers on it, and the next ones go on where the last were ended", async () => {
    const storage = createMemoryStorage();
    const first = await createFixture(sums, { storage });
    const beside = await createFixture(sums, { storage });
    const threadId = await first.client.newThread();
    await first.client.run(threadId, { input: QUESTION });
    expect((await beside.client.call("GET", `/threads/${threadId}`)).body.values.messages).toHaveLength(5);
    const { client } = await first.restart();
    await client.run(threadId, { input: { messages: [{ role: "user", content: "Again" }] } });
    expect((await client.call("GET", `/threads/${threadId}`)).body.values.messages).toHaveLength(10);
  });
});

type WirePiece = {
  type: string;
  id: string;
  content: string;
  tool_call_id?: string;
  tool_call_chunks?: { index: number; args: string }[];
};

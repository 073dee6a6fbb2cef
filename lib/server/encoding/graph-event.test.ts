import { AIMessage, AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import type { AgentGraph, GraphParts } from "../config";
import { createFixture } from "../test-support/fixture";
import { createGraphEncoder, type GraphChunk } from "./graph-event";

const META = { langgraph_node: "model", langgraph_checkpoint_ns: "model:1", tags: [], langgraph_step: 1, secret: "x" };

/** Encodes as a run that asked for every mode but whole messages; gives the one event that a chunk becomes. */
function createEncode() {
  const events: { event: string; data: string }[] = [];
  const modes = ["values", "updates", "messages-tuple", "custom", "tools"] as const;
  const encode = createGraphEncoder(modes, (event, data) => events.push({ event, data }));
  return (chunk: GraphChunk) => {
    encode(chunk);
    const [event, ...others] = events.splice(0);
    if (!event || others.length > 0) throw new Error("a chunk must become one event");
    return event;
  };
}

function encodeMessages(messages: AIMessageChunk[]) {
  const encode = createEncode();
  return messages.map((message) => JSON.parse(encode([[], "messages", [message, META]]).data));
}

describe("a piece of a message", () => {
  test("has id, type and content always, other empty fields never, and no more than 100 bytes besides the metadata", () => {
    const encode = createEncode();
    const piece = new AIMessageChunk({ id: "answer-1", content: "Hi" });
    encode([[], "messages", [piece, META]]);
    const { event, data } = encode([[], "messages", [piece, META]]);
    expect(event).toBe("messages");
    expect(data).toBe(
      '[{"type":"ai","content":"Hi","id":"answer-1"},{"langgraph_node":"model","langgraph_checkpoint_ns":"model:1"}]',
    );
  });

  test("carries the rest of the metadata once, from a closed list", () => {
    const [first, second] = encodeMessages([
      new AIMessageChunk({ id: "a", content: "1" }),
      new AIMessageChunk({ id: "a", content: "2" }),
    ]);
    expect(first[1]).toEqual({ langgraph_node: "model", langgraph_checkpoint_ns: "model:1", langgraph_step: 1 });
    expect(second[1]).toEqual({ langgraph_node: "model", langgraph_checkpoint_ns: "model:1" });
  });

  test("carries content blocks, calls, usage and what a provider adds, as they are", () => {
    const chunk = new AIMessageChunk({
      id: "a",
      content: [{ type: "reasoning", reasoning: "hm", index: 0 }],
      tool_call_chunks: [{ index: 0, id: "c", name: "add", args: "", type: "tool_call_chunk" }],
      additional_kwargs: { refusal: "no", tool_calls: [] },
      response_metadata: { finish_reason: "stop", model_provider: "x" },
    });
    Object.assign(chunk, { usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } });
    const [piece] = encodeMessages([chunk]);
    expect(piece[0]).toEqual({
      type: "ai",
      id: "a",
      content: [{ type: "reasoning", reasoning: "hm", index: 0 }],
      tool_call_chunks: [{ index: 0, id: "c", name: "add" }],
      usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
      response_metadata: { finish_reason: "stop", model_provider: "x" },
      additional_kwargs: { refusal: "no" },
    });
  });

  test("of a model that does not stream has its calls whole", () => {
    const encode = createEncode();
    const whole = new AIMessage({
      id: "a",
      content: "",
      tool_calls: [{ id: "c", name: "add", args: { a: 1 }, type: "tool_call" }],
    });
    const [message] = JSON.parse(encode([[], "messages", [whole, META]]).data);
    expect(message).toEqual({
      type: "ai",
      id: "a",
      content: "",
      tool_calls: [{ id: "c", name: "add", args: { a: 1 }, type: "tool_call" }],
    });
  });
});

describe("other events", () => {
  test("carry messages flat, at any depth, errors as values, and undefined as null", () => {
    const encode = createEncode();
    const tool = new ToolMessage({ id: "t", content: "no", tool_call_id: "c", name: "add", status: "error" });
    const payload = { tools: { messages: [tool], nested: { deep: [new HumanMessage({ id: "h", content: "hi" })] } } };
    expect(JSON.parse(encode([[], "updates", payload]).data)).toEqual({
      tools: {
        messages: [{ type: "tool", id: "t", content: "no", name: "add", tool_call_id: "c", status: "error" }],
        nested: { deep: [{ type: "human", id: "h", content: "hi" }] },
      },
    });
    expect(encode([[], "custom", undefined]).data).toBe("null");
    expect(encode([[], "tools", { event: "on_tool_error", error: new TypeError("no") }]).data).toBe(
      '{"event":"on_tool_error","error":{"name":"TypeError","message":"no"}}',
    );
    expect(encode([["sub:1", "deep:2"], "custom", "a\nb"])).toEqual({ event: "custom|sub:1|deep:2", data: '"a\\nb"' });
  });
});

describe("stream modes", () => {
  const nested = ({ checkpointer }: GraphParts): AgentGraph => {
    const inner = new StateGraph(MessagesAnnotation)
      .addNode("say", (_, config) => {
        config.writer?.({ progress: 1 });
        return { messages: [{ type: "ai", content: "from inside" }] };
      })
      .addEdge("__start__", "say")
      .compile();
    return new StateGraph(MessagesAnnotation)
      .addNode("sub", inner)
      .addEdge("__start__", "sub")
      .compile({ checkpointer });
  };
  const agents = { agent: { title: "Nested", graph: nested } };
  const input = { messages: [{ type: "human", content: "hi" }] };

  test("are told with their namespace where subgraphs are asked for", async () => {
    const { client } = await createFixture(() => [], { agents });
    const request = { input, stream_mode: ["updates", "custom"], stream_subgraphs: true };
    const names = (await client.run(await client.newThread(), request)).map(({ event }) =>
      event.replace(/:[0-9a-f-]+/g, ":id"),
    );
    expect(names).toEqual(["metadata", "custom|sub:id", "updates|sub:id", "updates", "end"]);
  });

  test("default to values, whole each time", async () => {
    const { client } = await createFixture(() => [], { agents });
    const events = await client.run(await client.newThread(), { input, stream_mode: null });
    expect(events.map(({ event }) => event)).toEqual(["metadata", "values", "values", "end"]);
    const contents = events
      .filter(({ event }) => event === "values")
      .map(({ data }) => (data as { messages: { content: string }[] }).messages.map(({ content }) => content));
    expect(contents).toEqual([["hi"], ["hi", "from inside"]]);
  });

  test.each(["tasks", "debug", "checkpoints"])("include %s", async (mode) => {
    const { client } = await createFixture(() => [], { agents });
    const names = (await client.run(await client.newThread(), { input, stream_mode: mode })).map(({ event }) => event);
    expect(names).toContain(mode);
    expect(names.at(-1)).toBe("end");
  });

  test("pause before a node that the request names, and go on without input", async () => {
    const { client } = await createFixture(() => [], { agents });
    const threadId = await client.newThread();
    await client.run(threadId, { input, interrupt_before: ["sub"] });
    const { body: paused } = await client.call("GET", `/threads/${threadId}`);
    expect([paused.status, paused.interrupts]).toEqual(["interrupted", {}]);
    await client.run(threadId, {});
    expect((await client.call("GET", `/threads/${threadId}`)).body.status).toBe("idle");
  });
});

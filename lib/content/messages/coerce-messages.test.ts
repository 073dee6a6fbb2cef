import { AIMessage, coerceMessageLikeToMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { chunkToMessage, coerceMessages, type MessageLike, readMessage } from "@/lib/content";
import { createMessageChunk } from "@/lib/langchain";

function coerce(like: MessageLike) {
  return coerceMessages([like])[0];
}

describe("coerceMessages", () => {
  test.each([
    ["text", "Hi", { type: "human", content: "Hi" }],
    ["human", ["human", "Hi"], { type: "human", content: "Hi" }],
    ["user", ["user", "Hi"], { type: "human", content: "Hi" }],
    ["ai", ["ai", "Hi"], { type: "ai", content: "Hi" }],
    ["assistant", ["assistant", "Hi"], { type: "ai", content: "Hi" }],
    ["system", ["system", "Hi"], { type: "system", content: "Hi" }],
    [
      "developer",
      ["developer", "Hi"],
      { type: "system", content: "Hi", additional_kwargs: { __openai_role__: "developer" } },
    ],
    [
      "a role",
      { role: "user", content: [{ type: "text", text: "Hi" }], name: "ann" },
      { type: "human", content: [{ type: "text", text: "Hi" }], name: "ann" },
    ],
    ["a type", { type: "system", content: "Hi", id: "s" }, { type: "system", content: "Hi", id: "s" }],
    ["null content", { role: "assistant", content: null }, { type: "ai", content: "" }],
    [
      "a tool's answer",
      { role: "tool", content: "42", tool_call_id: "c" },
      { type: "tool", content: "42", tool_call_id: "c", status: "success" },
    ],
    ["a message to remove", { type: "remove", id: "m", content: "" }, { type: "remove", id: "m" }],
  ])("reads %s", (_, like, message) => {
    expect(coerce(like as MessageLike)).toMatchObject(message);
  });

  test("takes nothing from an object of LangChain's class that is the class's own business", () => {
    expect(Object.keys(new HumanMessage("Hi")).some((key) => key.startsWith("lc_"))).toBe(true);
    expect(coerce(new HumanMessage("Hi"))).toMatchObject({ type: "human", content: "Hi", additional_kwargs: {} });
    expect(Object.keys(coerce(new HumanMessage("Hi"))?.additional_kwargs ?? {})).toEqual([]);
  });

  test("reads calls that are in additional_kwargs alone, as LangChain's AIMessage does", () => {
    const call = { id: "c", type: "function", function: { name: "f", arguments: '{"a":1}' } };
    const read = [{ type: "tool_call", id: "c", name: "f", args: { a: 1 } }];
    const like = { role: "assistant", content: "", additional_kwargs: { tool_calls: [call] } };
    expect(coerce(like)).toMatchObject({ tool_calls: read, additional_kwargs: { tool_calls: [call] } });
    const other = { id: "d", name: "g", args: {} };
    expect(coerce({ ...like, tool_calls: [other] })).toMatchObject({ tool_calls: [other] });
    expect(coerce({ ...like, role: "user" })).not.toHaveProperty("tool_calls");
  });

  test("reads OpenAI's assistant messages: calls, broken calls, and what we have no field for", () => {
    const call = (id: string, text: string) => ({ id, type: "function", function: { name: "f", arguments: text } });
    const message = {
      role: "assistant",
      content: null,
      refusal: null,
      audio: { id: "a" },
      tool_calls: [call("c1", '{"a":1}'), call("c2", "{")],
    };
    expect(coerce(message)).toMatchObject({
      type: "ai",
      content: "",
      tool_calls: [{ type: "tool_call", id: "c1", name: "f", args: { a: 1 } }],
      invalid_tool_calls: [{ type: "invalid_tool_call", id: "c2", name: "f", args: "{" }],
      additional_kwargs: { audio: { id: "a" } },
    });
  });

  test("keeps artifact and status of a tool's answer, and its own developer mark", () => {
    const answer = { type: "tool", content: "", tool_call_id: "c", status: "error", artifact: { rows: 1 } };
    expect(coerce(answer)).toMatchObject(answer);
    const kwargs = { role: "developer", content: "a", additional_kwargs: { own: 1 } };
    expect(coerce(kwargs)).toMatchObject({ additional_kwargs: { own: 1, __openai_role__: "developer" } });
  });

  test("reads objects of LangChain's classes, serialised and stored ones alike", () => {
    const calls = [{ id: "c", name: "f", args: { a: 1 }, type: "tool_call" as const }];
    const messages = [
      new HumanMessage({ content: "Hi", id: "h" }),
      new AIMessage({ content: "Yes", tool_calls: calls, id: "a" }),
      new ToolMessage({ content: "42", tool_call_id: "c", artifact: [1] }),
    ];
    const wanted = [
      { type: "human", content: "Hi", id: "h" },
      { type: "ai", content: "Yes", id: "a", tool_calls: calls },
      { type: "tool", content: "42", tool_call_id: "c", artifact: [1] },
    ];
    expect(coerceMessages(messages)).toMatchObject(wanted);
    const serialised: MessageLike[] = messages.map((message) => JSON.parse(JSON.stringify(message)));
    expect(coerceMessages(serialised)).toMatchObject(wanted);
    expect(coerceMessages(messages.map((message) => message.toDict() as unknown as MessageLike))).toMatchObject(wanted);
  });

  test("agrees with LangChain.js where that coerces", () => {
    const likes = [
      "Hi",
      ["user", "a"],
      ["ai", "b"],
      { role: "system", content: "c" },
      { role: "developer", content: "d" },
    ];
    for (const like of likes as MessageLike[]) {
      const theirs = coerceMessageLikeToMessage(like as never);
      expect(coerce(like)).toMatchObject({
        type: theirs.type,
        content: theirs.content,
        ...(Object.keys(theirs.additional_kwargs).length > 0 && { additional_kwargs: theirs.additional_kwargs }),
      });
    }
  });

  test("refuses what is no message", () => {
    for (const like of [
      5,
      null,
      ["user"],
      ["user", "a", "b"],
      {},
      { content: "a" },
      { role: "function", content: "a" },
    ]) {
      expect(() => coerce(like as unknown as MessageLike)).toThrow(/Message 0 cannot be read/);
    }
  });
});

describe("readMessage", () => {
  test("keeps what nobody knows as it came", () => {
    const odd = { type: "telepathy", id: 7, content: "?" };
    expect(readMessage(odd)).toEqual({ type: "unknown", value: odd, id: "7" });
    expect(readMessage("text")).toEqual({ type: "unknown", value: "text" });
    expect(readMessage({ type: "tool", content: "whose?" }).type).toBe("unknown");
  });

  test("reads chunks and roles, numbers as ids, and keeps unknown fields", () => {
    expect(readMessage({ type: "AIMessageChunk", id: 5, content: null, own: 1 })).toMatchObject({
      type: "ai",
      id: "5",
      content: "",
      own: 1,
    });
    expect(readMessage({ role: "developer", content: "a" }).type).toBe("system");
  });

  test("takes broken calls for invalid ones", () => {
    const calls = [{ name: "f", args: {}, id: 1 }, { name: "g", args: "text" }, { args: {} }, "odd"];
    expect(readMessage({ type: "ai", content: "", tool_calls: calls })).toMatchObject({
      tool_calls: [{ name: "f", args: {}, id: "1" }],
      invalid_tool_calls: [{ name: "g" }, { args: {} }],
    });
  });
});

describe("chunkToMessage", () => {
  test("takes away what only a chunk has", () => {
    const chunk = createMessageChunk({
      content: "Hi",
      id: "m",
      tool_call_chunks: [{ name: "f", args: '{"a":1}', id: "c", index: 0 }],
      chunk_position: "last",
      usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    });
    const message = chunkToMessage(chunk);
    expect(message).toMatchObject({
      type: "ai",
      id: "m",
      content: "Hi",
      tool_calls: [{ name: "f", args: { a: 1 }, id: "c" }],
    });
    expect(message.usage_metadata).toEqual({ input_tokens: 1, output_tokens: 2, total_tokens: 3 });
    expect(message).not.toHaveProperty("tool_call_chunks");
    expect(message).not.toHaveProperty("chunk_position");
  });

  test("reads the chunks of other messages, and messages, as they are", () => {
    expect(chunkToMessage({ type: "HumanMessageChunk", content: "a" })).toMatchObject({ type: "human", content: "a" });
    expect(chunkToMessage({ type: "ai", content: "a" })).toMatchObject({ type: "ai", content: "a" });
    expect(chunkToMessage(5)).toEqual({ type: "unknown", value: 5 });
  });
});

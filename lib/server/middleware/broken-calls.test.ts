import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { markBrokenCalls } from "./broken-calls";

const pieces = (...texts: (readonly [id: string, args: string])[]) =>
  texts.map(([id, args], index) => ({ type: "tool_call_chunk" as const, index, id, name: "look", args }));

describe("a call without a letter of arguments", () => {
  const answer = (finish_reason: string) =>
    new AIMessageChunk({
      content: "",
      tool_call_chunks: pieces(["k1", ""], ["k2", ""]),
      response_metadata: { finish_reason },
    });

  it("is broken where the answer ended early, if it is the last", () => {
    const { tool_calls, invalid_tool_calls } = markBrokenCalls(answer("length"));
    expect(tool_calls).toMatchObject([
      { id: "k1", args: {} },
      { id: "k2", args: {} },
    ]);
    expect(invalid_tool_calls).toMatchObject([{ id: "k2", args: "", error: "The answer ended before them" }]);
  });

  it("is whole where the answer is: the answer itself is given back", () => {
    const whole = answer("tool_calls");
    expect(markBrokenCalls(whole)).toBe(whole);
  });
});

describe("an answer that did not come in pieces", () => {
  it("stays as it is where all of it could be read", () => {
    const whole = new AIMessage({ content: "", tool_calls: [{ type: "tool_call", id: "k", name: "look", args: {} }] });
    expect(markBrokenCalls(whole)).toBe(whole);
  });

  it("has what could not be read among its calls too, so that it is answered; but not without an id", () => {
    const invalid = (id?: string) => ({
      type: "invalid_tool_call" as const,
      ...(id === undefined ? {} : { id }),
      name: "look",
      args: '{"at":"Li',
      error: "Unterminated string",
    });
    const answer = new AIMessage({ id: "a", content: "", invalid_tool_calls: [invalid("k"), invalid()] });
    expect(markBrokenCalls(answer)).toMatchObject({
      id: "a",
      tool_calls: [{ id: "k", name: "look", args: { at: "Li" } }],
      invalid_tool_calls: [{ id: "k" }, { name: "look" }],
    });
  });
});

describe("an answer that is marked", () => {
  it("keeps all else that it says", () => {
    const said = {
      id: "a",
      name: "model",
      content: "Let me look.",
      additional_kwargs: { stop_reason: "max_tokens" },
      response_metadata: { model_name: "m" },
      usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    };
    const chunk = new AIMessageChunk({ content: "", tool_call_chunks: pieces(["k", '{"at":']) });
    expect(markBrokenCalls(Object.assign(chunk, said))).toMatchObject({ ...said, tool_calls: [{ id: "k", args: {} }] });
  });
});

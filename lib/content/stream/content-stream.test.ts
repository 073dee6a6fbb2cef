import { describe, expect, test } from "vitest";
import { type ContentBlock, createContentStream } from "@/lib/content";

function feedAll(chunks: readonly unknown[]) {
  const stream = createContentStream();
  for (const chunk of chunks) stream.feed(chunk);
  return stream;
}

function typesOf(blocks: readonly ContentBlock[]): string[] {
  return blocks.map(({ type }) => type);
}

const anthropic = { response_metadata: { model_provider: "anthropic" } };

describe("what is shown while a message grows", () => {
  test("text and blocks grow piece by piece", () => {
    const stream = feedAll(["Hel"]);
    expect(stream.snapshot()).toEqual([{ type: "text", text: "Hel" }]);
    stream.feed({ type: "AIMessageChunk", content: "lo" });
    expect(stream.snapshot()).toEqual([{ type: "text", text: "Hello" }]);
    stream.feed([{ type: "image", url: "u" }]);
    stream.feed("after");
    expect(stream.snapshot()).toEqual([
      { type: "text", text: "Hello" },
      { type: "image", url: "u" },
      { type: "text", text: "after" },
    ]);
  });

  test("blocks stand in order of first appearance, wherever the adapter put them", () => {
    const stream = feedAll([
      { content: [{ type: "reasoning", reasoning: "r", index: 0 }] },
      {
        content: [],
        additional_kwargs: { tool_outputs: [{ type: "web_search_call", id: "ws", action: { query: "q" } }] },
      },
      { content: [{ type: "text", text: "t", index: 0 }] },
      { content: [], tool_call_chunks: [{ id: "c", name: "f", args: "", index: 3 }] },
      { content: [{ type: "text", text: "t", index: 0 }] },
    ]);
    expect(typesOf(stream.snapshot())).toEqual(["reasoning", "server_tool_call", "text", "tool_call_chunk"]);
  });

  test("pieces of two types at one index are two blocks, also when the first type comes again", () => {
    const stream = feedAll([
      [{ type: "reasoning", reasoning: "a", index: 0 }],
      [{ type: "text", text: "b", index: 0 }],
      [{ type: "text", text: "c", index: 0 }],
      [{ type: "reasoning", reasoning: "d", index: 0 }],
    ]);
    expect(stream.snapshot()).toEqual([
      { type: "reasoning", reasoning: "ad", index: 0 },
      { type: "text", text: "bc", index: 0 },
    ]);
  });

  test("a signature or citations end a run of pieces without an index", () => {
    const stream = feedAll([
      [{ type: "thinking", thinking: "a" }],
      [{ type: "thinking", thinking: "b", signature: "s" }],
      [{ type: "thinking", thinking: "c" }],
    ]);
    expect(stream.snapshot()).toEqual([
      { type: "reasoning", reasoning: "ab", extras: { signature: "s" } },
      { type: "reasoning", reasoning: "c" },
    ]);
  });

  test("blocks of one chunk stay apart, and so do pieces with a block between them", () => {
    const a = { type: "text", text: "a" };
    expect(feedAll([[a, a]]).snapshot()).toEqual([a, a]);
    expect(feedAll([[a], [{ type: "image", url: "u" }], [a]]).snapshot()).toHaveLength(3);
    expect(feedAll([[a], [{ type: "text", text: "b", index: 1 }], [a]]).snapshot()).toHaveLength(3);
  });

  test("a text that is said again as a whole under its id is one block", () => {
    const stream = feedAll([
      [{ type: "reasoning", reasoning: "", id: "rs_1" }],
      [{ type: "reasoning", reasoning: "think" }],
      [{ type: "text", text: "t", index: 0 }],
      [{ type: "reasoning", reasoning: "think", id: "rs_1", encrypted_content: "gAA" }],
    ]);
    expect(stream.snapshot()).toEqual([
      { type: "reasoning", reasoning: "think", id: "rs_1", encrypted_content: "gAA" },
      { type: "text", text: "t", index: 0 },
    ]);
  });

  test("what comes late for a block of a v1 stream goes to that block", () => {
    const v1 = { response_metadata: { output_version: "v1" } };
    const stream = feedAll([
      { ...v1, content: [{ type: "reasoning", reasoning: "r", index: 0 }] },
      { ...v1, content: [{ type: "non_standard", value: { type: "thinking", index: 0, signature: "AB" } }] },
      { ...v1, content: [{ type: "non_standard", value: { type: "thinking", index: 0, signature: "CD" } }] },
    ]);
    expect(stream.snapshot()).toEqual([{ type: "reasoning", reasoning: "r", index: 0, extras: { signature: "ABCD" } }]);
  });

  test("reasoning in additional_kwargs grows, comes first, and gives way to the content's own", () => {
    const stream = feedAll([
      { content: "t", additional_kwargs: {} },
      { content: "", additional_kwargs: { reasoning_content: "r1 " } },
      { content: "", additional_kwargs: { reasoning_content: "r2" } },
    ]);
    expect(stream.snapshot()).toEqual([
      { type: "reasoning", reasoning: "r1 r2" },
      { type: "text", text: "t" },
    ]);
    stream.feed([{ type: "reasoning", reasoning: "r1 r2", index: 1 }]);
    expect(typesOf(stream.snapshot())).toEqual(["text", "reasoning"]);
  });

  test("text after an empty list is kept, though LangChain drops it", () => {
    const stream = feedAll([[], "kept"]);
    expect(stream.snapshot()).toEqual([{ type: "text", text: "kept" }]);
    expect(stream.content()).toEqual([]);
  });
});

test("an id that is said again stays as it is", () => {
  const stream = feedAll([[{ type: "text", text: "a", id: "m", index: 0 }], [{ type: "text", id: "m", index: 0 }]]);
  expect(stream.snapshot()).toEqual([{ type: "text", text: "a", id: "m", index: 0 }]);
});

test("a v1 stream is shown as it is: nothing of additional_kwargs comes after it", () => {
  const stream = feedAll([
    { content: [{ type: "text", text: "a", index: 0 }], response_metadata: { output_version: "v1" } },
    { content: [], additional_kwargs: { refusal: "no" } },
  ]);
  expect(stream.snapshot()).toEqual([{ type: "text", text: "a", index: 0 }]);
});

describe("calls", () => {
  const start = { ...anthropic, content: [{ type: "tool_use", id: "u", name: "f", input: "", index: 1 }] };
  const opening = { ...start, tool_call_chunks: [{ id: "u", name: "f", args: "", index: 1 }] };
  const piece = (text: string) => ({
    ...anthropic,
    content: [{ type: "input_json_delta", input: text, index: 1 }],
    tool_call_chunks: [{ args: text, index: 1 }],
  });

  test("are chunks with the text so far, and calls at the end, once, where the model wrote them", () => {
    const stream = feedAll([
      { ...anthropic, content: [{ type: "text", text: "a", index: 0 }] },
      opening,
      piece('{"x":'),
      piece("1}"),
      { ...anthropic, content: [{ type: "text", text: "b", index: 2 }] },
    ]);
    const call = { id: "u", name: "f", index: 1 };
    expect(stream.snapshot()[1]).toEqual({ type: "tool_call_chunk", args: '{"x":1}', ...call });
    stream.finish();
    expect(stream.snapshot()).toEqual([
      { type: "text", text: "a", index: 0 },
      { type: "tool_call", args: { x: 1 }, ...call },
      { type: "text", text: "b", index: 2 },
    ]);
  });

  test("that the content shows before the message's list has them are still one", () => {
    const stream = feedAll([
      { content: [{ type: "tool_use", id: "c", name: "f", input: {}, index: 0 }], ...anthropic },
    ]);
    expect(typesOf(stream.snapshot())).toEqual(["tool_call"]);
    stream.feed({ content: [], tool_call_chunks: [{ id: "c", name: "f", args: '{"a":', index: 0 }] });
    expect(stream.snapshot()).toMatchObject([{ type: "tool_call_chunk", id: "c", args: '{"a":' }]);
  });

  test("that were cut off or are no JSON object end invalid, with their text", () => {
    for (const text of ['{"x":', "[1]", "x"]) {
      const stream = feedAll([opening, piece(text)]);
      stream.finish();
      expect(stream.snapshot()).toMatchObject([{ type: "invalid_tool_call", args: text, name: "f", id: "u" }]);
    }
  });

  test("without arguments have none", () => {
    const stream = feedAll([{ content: "", tool_call_chunks: [{ id: "c", name: "f", args: "", index: 0 }] }]);
    stream.feed({ content: "", chunk_position: "last" });
    expect(stream.snapshot()).toEqual([{ type: "tool_call", id: "c", name: "f", args: {} }]);
  });

  test("of a server tool are finalised too, with the arguments that came as pieces", () => {
    const stream = feedAll([
      { ...anthropic, content: [{ type: "server_tool_use", id: "s", name: "web_search", input: {}, index: 0 }] },
      { ...anthropic, content: [{ type: "input_json_delta", partial_json: '{"query":', index: 0 }] },
      { ...anthropic, content: [{ type: "input_json_delta", partial_json: '"q"}', index: 0 }] },
    ]);
    expect(typesOf(stream.snapshot())).toEqual(["server_tool_call_chunk"]);
    stream.finish();
    expect(stream.snapshot()).toEqual([
      { type: "server_tool_call", id: "s", name: "web_search", args: { query: "q" }, index: 0 },
    ]);
  });

  test("take arguments that are no JSON as OpenAI's custom tools send them", () => {
    const chunk = (args: string, fields: object) => ({
      content: [],
      tool_call_chunks: [{ args, index: 1, isCustomTool: true, ...fields }],
    });
    const stream = feedAll([chunk("", { id: "c", name: "run" }), chunk("print(", {}), chunk("1)", {})]);
    stream.finish();
    expect(stream.snapshot()).toEqual([{ type: "tool_call", id: "c", name: "run", args: { input: "print(1)" } }]);
  });

  test("at index 0 alone and without ids, begin where the one before is whole and a name comes", () => {
    const piece = (fields: object) => ({ content: "", tool_call_chunks: [{ index: 0, ...fields }] });
    const stream = feedAll([
      piece({ name: "f", args: '{"a"' }),
      piece({ args: ":1}" }),
      piece({ name: "g", args: "{}" }),
    ]);
    stream.finish();
    expect(stream.snapshot()).toMatchObject([
      { name: "f", args: { a: 1 } },
      { name: "g", args: {} },
    ]);
  });

  test("at index 0 alone are told apart by their ids", () => {
    const chunk = (fields: object) => ({ content: "", tool_call_chunks: [{ index: 0, ...fields }] });
    const stream = feedAll([
      chunk({ id: "a", name: "f", args: '{"n":' }),
      chunk({ args: "1}" }),
      chunk({ id: "b", name: "f", args: '{"n":' }),
      chunk({ args: "2}" }),
    ]);
    stream.finish();
    expect(stream.snapshot().map(({ id, args }) => [id, args])).toEqual([
      ["a", { n: 1 }],
      ["b", { n: 2 }],
    ]);
  });

  test("whose arguments come after the end change with them", () => {
    const stream = feedAll([opening, piece('{"x":1')]);
    stream.finish();
    expect(typesOf(stream.snapshot())).toEqual(["invalid_tool_call"]);
    stream.feed(piece("}"));
    expect(stream.snapshot()).toMatchObject([{ type: "tool_call", args: { x: 1 } }]);
  });
});

describe("identity", () => {
  test("only blocks that changed are new objects", () => {
    const stream = feedAll([
      { ...anthropic, content: [{ type: "thinking", thinking: "a", index: 0 }] },
      {
        ...anthropic,
        content: [{ type: "text", text: "b", citations: [{ type: "char_location", cited_text: "c" }], index: 1 }],
      },
      { ...anthropic, content: [{ type: "tool_use", id: "u", name: "f", input: "", index: 2 }] },
      { ...anthropic, content: [{ type: "text", text: "d", index: 3 }] },
    ]);
    const before = stream.snapshot();
    stream.feed({ ...anthropic, content: [{ type: "text", text: "e", index: 3 }] });
    const after = stream.snapshot();
    expect(after.map((block, at) => block === before[at])).toEqual([true, true, true, false]);
    stream.finish();
    expect(stream.snapshot().map((block, at) => block === after[at])).toEqual([true, true, false, true]);
  });

  test("a new call, and a provider that is learnt late, change no other block", () => {
    const cited = [{ type: "text", text: "b", annotations: [{ type: "url_citation", url: "u" }], index: 0 }];
    const stream = feedAll([{ content: cited, response_metadata: { model_provider: "openai" } }]);
    const [text] = stream.snapshot();
    stream.feed({ content: [], tool_call_chunks: [{ id: "c", name: "f", args: "{}", index: 1 }] });
    expect(stream.snapshot()[0]).toBe(text);
    stream.finish();
    expect(stream.snapshot()[0]).toBe(text);
    const late = feedAll(["plain", { content: [{ type: "image", url: "u" }] }]);
    const before = late.snapshot();
    late.feed({ content: "", response_metadata: { model_provider: "anthropic" } });
    expect(late.snapshot().map((block, at) => block === before[at])).toEqual([true, true]);
  });

  test("the list stays the same while nothing is fed", () => {
    const stream = feedAll(["a"]);
    expect(stream.snapshot()).toBe(stream.snapshot());
  });
});

import { describe, expect, it } from "vitest";
import { createMessageChunk, type MessageChunkInit } from "..";
import { deepFreeze } from "../test-support/deep-freeze";
import { thrownName } from "../test-support/thrown-name";

const create = (init: MessageChunkInit) => createMessageChunk(deepFreeze({ content: "", ...init }));
const usage = (fields: object) => ({ input_tokens: 1, output_tokens: 2, total_tokens: 3, ...fields });

describe("createMessageChunk", () => {
  it("has every field of the reference, absent ones empty", () => {
    expect(create({ content: "hi" })).toStrictEqual({
      type: "AIMessageChunk",
      content: "hi",
      name: null,
      id: null,
      additional_kwargs: {},
      response_metadata: {},
      tool_call_chunks: [],
      tool_calls: [],
      invalid_tool_calls: [],
      usage_metadata: null,
      chunk_position: null,
    });
  });

  it("keeps unknown fields and takes undefined for absent", () => {
    expect(create({ score: 1, id: undefined, tool_calls: undefined })).toMatchObject({
      score: 1,
      id: null,
      tool_calls: [],
    });
  });

  it.each([
    [5, "5"],
    [0.00001, "1e-05"],
    [1.5, "1.5"],
    ["", ""],
    [null, null],
  ])("reads the id %j as %j", (id, read) => {
    expect(create({ id }).id).toBe(read);
  });

  it.each([
    [0, 0],
    [-1, -1],
    [true, 1],
    ["0", 0],
    [" +1_000.0 ", 1000],
    ["-0", 0],
    [null, null],
  ])("reads the index %j of a tool call chunk as %j", (index, read) => {
    expect(create({ tool_call_chunks: [{ index }] }).tool_call_chunks[0]?.index).toBe(read);
  });

  it("reads counts and keeps the provider's own keys", () => {
    const given = usage({
      input_tokens: "4",
      total_tokens: true,
      extra: null,
      input_token_details: { audio: "1", own: 1.5 },
    });
    expect(create({ usage_metadata: given }).usage_metadata).toStrictEqual({
      input_tokens: 4,
      output_tokens: 2,
      total_tokens: 1,
      extra: null,
      input_token_details: { audio: 1, own: 1.5 },
    });
  });

  it.each<[string, MessageChunkInit]>([
    ["null content", { content: null }],
    ["content with a number", { content: [1] }],
    ["an object for content", { content: {} }],
    ["a boolean id", { id: true }],
    ["a numeric name", { name: 1 }],
    ["another type", { type: "ai" }],
    ["a null type", { type: null }],
    ["a wrong position", { chunk_position: "first" }],
    ["null metadata", { response_metadata: null }],
    ["null tool calls", { tool_calls: null }],
    ["an empty object for chunks", { tool_call_chunks: {} }],
    ["a text index", { tool_call_chunks: [{ index: "lc_0" }] }],
    ["a fraction for an index", { tool_call_chunks: [{ index: 1.5 }] }],
    ["a numeric id of a chunk", { tool_call_chunks: [{ id: 1 }] }],
    ["arguments that are no text", { tool_call_chunks: [{ args: {} }] }],
    ["a call without a name", { tool_calls: [{ name: null, args: {}, id: null }] }],
    ["a call with a list of arguments", { tool_calls: [{ name: "f", args: [], id: null }] }],
    ["an error that is no text", { invalid_tool_calls: [{ error: 1 }] }],
    ["a missing total", { usage_metadata: { input_tokens: 1, output_tokens: 1 } }],
    ["a null total", { usage_metadata: usage({ total_tokens: null }) }],
    ["a fraction of a token", { usage_metadata: usage({ input_tokens: 1.5 }) }],
    ["null details", { usage_metadata: usage({ input_token_details: null }) }],
    ["a null detail", { usage_metadata: usage({ output_token_details: { reasoning: null } }) }],
    [
      "a list for additional_kwargs beside calls",
      { tool_calls: [{ name: "f", args: {}, id: null }], additional_kwargs: [] },
    ],
  ])("raises ValidationError for %s", (_fault, init) => {
    expect(thrownName(() => create(init))).toBe("ValidationError");
  });

  it.each<[string, string, MessageChunkInit]>([
    ["TypeError", "an unknown key in a chunk", { tool_call_chunks: [{ extras: {} }] }],
    ["TypeError", "an index in a call", { tool_calls: [{ name: "f", args: {}, id: null, index: 0 }] }],
    ["TypeError", "a call without an id", { tool_calls: [{ name: "f", args: {} }] }],
    ["TypeError", "a number for calls", { tool_calls: 1 }],
    ["AttributeError", "a text for calls", { tool_calls: "x" }],
    ["AttributeError", "a list for a call", { tool_call_chunks: [[]] }],
    ["AttributeError", "null additional_kwargs", { additional_kwargs: null }],
    ["AttributeError", "content blocks that are texts", { content_blocks: ["x"] }],
    ["TypeError", "a number for content blocks", { content_blocks: 1 }],
  ])("raises %s for %s", (name, _fault, init) => {
    expect(thrownName(() => create(init))).toBe(name);
  });
});

describe("the calls of a message chunk", () => {
  it("are read from its chunks, whatever was given for them", () => {
    const chunk = create({
      tool_calls: [{ name: "old", args: {}, id: "x" }],
      tool_call_chunks: [
        { name: "f", args: '{"a": [1, tr', id: "1", index: 0, type: "anything" },
        { name: null, args: "", id: null, index: 1 },
        { name: "g", args: "[1", id: "2", index: 2 },
        { args: " " },
        { args: "}" },
        { args: `{"a": ${"1".repeat(5000)}` },
      ],
    });
    expect(chunk.tool_calls).toStrictEqual([
      { name: "f", args: { a: [1] }, id: "1", type: "tool_call" },
      { name: "", args: {}, id: null, type: "tool_call" },
    ]);
    expect(chunk.invalid_tool_calls.map(({ args, error, type }) => [args?.slice(0, 3), error, type])).toStrictEqual([
      ["[1", null, "invalid_tool_call"],
      [" ", null, "invalid_tool_call"],
      ["}", null, "invalid_tool_call"],
      ['{"a', null, "invalid_tool_call"],
    ]);
    expect(chunk.tool_call_chunks[3]).toStrictEqual({
      name: null,
      args: " ",
      id: null,
      index: null,
      type: "tool_call_chunk",
    });
  });

  it("are written into chunks where there are none, the arguments as Python writes JSON", () => {
    const args = { a: [1, true, null, 0.00002, Number.NaN], é: 'x\u007f\n"\ud83d\ude00' };
    const chunk = create({
      tool_calls: [{ name: "f", args, id: null, type: "x", extras: {} }],
      invalid_tool_calls: [{ name: "g", args: "{", id: "2", error: "cut" }],
    });
    expect(chunk.tool_call_chunks).toStrictEqual([
      {
        name: "f",
        args: '{"a": [1, true, null, 2e-05, NaN], "\\u00e9": "x\\u007f\\n\\"\\ud83d\\ude00"}',
        id: null,
        index: null,
        type: "tool_call_chunk",
      },
      { name: "g", args: "{", id: "2", index: null, type: "tool_call_chunk" },
    ]);
    expect(chunk.tool_calls).toStrictEqual([{ name: "f", args, id: null, type: "tool_call" }]);
    expect(chunk.invalid_tool_calls).toStrictEqual([
      { name: "g", args: "{", id: "2", error: "cut", type: "invalid_tool_call" },
    ]);
  });

  it("come from additional_kwargs where there are no others", () => {
    const legacy = [{ index: 0, id: "1", function: { name: "f", arguments: "{" } }, { id: "2" }];
    const chunk = create({ additional_kwargs: { tool_calls: legacy } });
    expect(chunk.tool_call_chunks).toStrictEqual([
      { name: "f", args: "{", id: "1", index: 0, type: "tool_call_chunk" },
      { name: null, args: null, id: "2", index: null, type: "tool_call_chunk" },
    ]);
    expect(chunk.tool_calls.map((call) => call.id)).toStrictEqual(["1", "2"]);
  });

  it.each([[[{ function: { name: "f" } }]], [[{ function: null }]], [[null]], ["x"], [{ a: 1 }]])(
    "do not come from additional_kwargs.tool_calls of %j",
    (tool_calls) => {
      expect(create({ additional_kwargs: { tool_calls } }).tool_call_chunks).toStrictEqual([]);
    },
  );

  it("come from content blocks given as such", () => {
    const content_blocks = [{ type: "tool_call", name: "f", args: {}, id: "1", extras: {} }];
    const chunk = createMessageChunk(deepFreeze({ content_blocks }));
    expect(chunk.content).toStrictEqual(content_blocks);
    expect(chunk.tool_calls).toStrictEqual([{ name: "f", args: {}, id: "1", type: "tool_call" }]);
    expect(chunk).not.toHaveProperty("content_blocks");
  });
});

describe("the content of the last chunk in format v1", () => {
  const last = (content: unknown, tool_call_chunks: unknown[] = [{ name: "f", args: '{"a": 1}', id: "1", index: 0 }]) =>
    create({ content, tool_call_chunks, chunk_position: "last", response_metadata: { output_version: "v1" } }).content;
  const call = { type: "tool_call", name: "f", args: { a: 1 }, id: "1" };

  it("has calls in the place of their chunks", () => {
    const others = ["text", { type: "text" }, { type: "tool_call_chunk", id: "2" }, { type: "tool_call_chunk", id: 1 }];
    const blocks = [{ type: "tool_call_chunk", id: "1", args: "{", index: "lc_1", extras: { x: 1 } }, ...others];
    expect(last(blocks)).toStrictEqual([{ ...call, extras: { x: 1 } }, ...others]);
  });

  it("has one call for all chunks of an id: the last one, with the extras of any", () => {
    const chunks = [
      { id: "1", name: "old" },
      { name: "f", args: '{"a": 1}', id: "1" },
    ];
    const blocks = [
      { type: "tool_call_chunk", id: "1", extras: 1 },
      { type: "tool_call_chunk", id: "1" },
    ];
    expect(last(blocks, chunks)).toStrictEqual([
      { ...call, extras: 1 },
      { ...call, extras: 1 },
    ]);
  });

  it("has the arguments of server calls where they are a whole object", () => {
    const server = (type: string, args: unknown) => ({ type, args, id: "s" });
    const parsed = server("server_tool_call", { a: Number.NaN });
    expect(
      last([server("server_tool_call_chunk", '{"a": NaN}'), server("server_tool_call", '{"a": NaN}')], []),
    ).toStrictEqual([parsed, parsed]);
    for (const args of ["", "{", "[1]", '{"a": "\n"}', null, {}]) {
      expect(last([server("server_tool_call_chunk", args)])).toStrictEqual([server("server_tool_call_chunk", args)]);
    }
  });

  it("keeps chunks where the message has calls but no chunks of its own", () => {
    const content = [{ type: "tool_call_chunk", id: "1" }];
    const init = { chunk_position: "last", response_metadata: { output_version: "v1" } };
    expect(create({ ...init, content, tool_calls: [{ name: "f", args: {}, id: "1" }] }).content).toStrictEqual(content);
  });

  it("stays as it is without v1, without last, and as text", () => {
    const content = [{ type: "tool_call_chunk", id: "1" }];
    const tool_call_chunks = [{ name: "f", args: "{}", id: "1" }];
    const response_metadata = { output_version: "v1" };
    expect(create({ content, tool_call_chunks, chunk_position: "last" }).content).toStrictEqual(content);
    expect(create({ content, tool_call_chunks, response_metadata }).content).toStrictEqual(content);
    expect(last("text")).toBe("text");
    expect(last(content, [])).toStrictEqual(content);
    expect(last(content, [{ args: "[", id: "1" }])).toStrictEqual(content);
  });

  it.each<[string, string, unknown]>([
    ["TypeError", "an id that Python cannot look up", [{ type: "tool_call_chunk", id: ["1"] }]],
    ["TypeError", "a type that Python cannot look up", [{ type: {} }]],
    [
      "ValidationError",
      "an integer that Python cannot read",
      [{ type: "server_tool_call", args: `{"a": ${"1".repeat(5000)}}` }],
    ],
  ])("raises %s for %s", (name, _fault, content) => {
    expect(thrownName(() => last(content))).toBe(name);
  });
});

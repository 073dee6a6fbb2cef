import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMessageChunks, createMessageChunk, type MessageChunk, type MessageChunkInit } from "..";
import { deepFreeze } from "../test-support/deep-freeze";
import { thrownName } from "../test-support/thrown-name";

const create = (init: MessageChunkInit) => deepFreeze(createMessageChunk({ content: "", ...init }));

/** The chunks added in pairs, from the left, as a stream is. */
function fold([first, ...rest]: readonly MessageChunkInit[]): MessageChunk {
  return rest.reduce<MessageChunk>((sum, init) => deepFreeze(addMessageChunks(sum, create(init))), create(first ?? {}));
}

describe("addMessageChunks", () => {
  it("adds each field by its own rule", () => {
    const sum = fold([
      {
        content: [{ type: "text", text: "a", index: 0 }],
        id: "lc_run--1",
        name: "dropped",
        score: 1,
        additional_kwargs: { refusal: "n" },
        response_metadata: { model_provider: "p" },
        usage_metadata: { input_tokens: 1, output_tokens: 0, total_tokens: 1 },
        tool_call_chunks: [{ name: "f", args: '{"a', id: "1", index: 0 }],
      },
      {
        content: [{ type: "text", text: "b", index: 0 }, "c"],
        id: "msg",
        additional_kwargs: { refusal: "o" },
        response_metadata: { model_provider: "p", finish_reason: "stop" },
        usage_metadata: { input_tokens: 0, output_tokens: 2, total_tokens: 2 },
        tool_call_chunks: [
          { args: '": 1}', index: 0 },
          { name: "g", args: "", id: "2", index: 1 },
        ],
        chunk_position: "last",
      },
    ]);
    expect(sum).toStrictEqual({
      type: "AIMessageChunk",
      content: [{ type: "text", text: "ab", index: 0 }, "c"],
      name: null,
      id: "msg",
      additional_kwargs: { refusal: "no" },
      response_metadata: { model_provider: "p", finish_reason: "stop" },
      usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
      tool_call_chunks: [
        { name: "f", args: '{"a": 1}', id: "1", index: 0, type: "tool_call_chunk" },
        { name: "g", args: "", id: "2", index: 1, type: "tool_call_chunk" },
      ],
      tool_calls: [
        { name: "f", args: { a: 1 }, id: "1", type: "tool_call" },
        { name: "g", args: {}, id: "2", type: "tool_call" },
      ],
      invalid_tool_calls: [],
      chunk_position: "last",
    });
  });

  it.each([
    [["lc_1", "lc_run--1", "msg_1", "msg_2"], "msg_1"],
    [["lc_1", "lc_run--1", "lc_run--2"], "lc_run--1"],
    [["", null, "lc_1", "lc_2"], "lc_1"],
    [["lc_run--1", "run-1"], "run-1"],
    [["lc_run--1", "LC_x"], "LC_x"],
    [["lc_1", "lc"], "lc"],
    [["", null], null],
  ])("chooses of the ids %j the id %j", (ids, id) => {
    expect(fold(ids.map((candidate) => ({ id: candidate }))).id).toBe(id);
    const [first, ...others] = ids.map((candidate) => create({ id: candidate }));
    if (first) expect(addMessageChunks(first, ...others).id).toBe(id);
  });

  it("keeps chunks with no index apart, each a call of its own", () => {
    const sum = fold([{ tool_call_chunks: [{ args: "{" }] }, { tool_call_chunks: [{ args: "}" }] }]);
    expect(sum.tool_calls).toHaveLength(1);
    expect(sum.invalid_tool_calls).toStrictEqual([
      { name: null, args: "}", id: null, error: null, type: "invalid_tool_call" },
    ]);
  });

  it("has no usage where no chunk has any, and leaves a single one as it is", () => {
    expect(fold([{}, {}, {}]).usage_metadata).toBeNull();
    const usage_metadata = { input_tokens: 1, output_tokens: 1, total_tokens: 2, own: "x" };
    expect(fold([{}, { usage_metadata }, {}]).usage_metadata).toStrictEqual(usage_metadata);
  });

  it("stays last, so that blocks that come later are not merged into finished calls", () => {
    const block = (args: string) => [{ type: "tool_call_chunk", id: "1", args, index: "lc_0" }];
    const chunk = (args: string) => [{ name: null, args, id: null, index: 0 }];
    const inits = [
      {
        content: block('{"a": '),
        tool_call_chunks: [{ name: "f", args: '{"a": ', id: "1", index: 0 }],
        response_metadata: { output_version: "v1" },
      },
      { content: block("1"), tool_call_chunks: chunk("1"), chunk_position: "last" },
      { content: block("}"), tool_call_chunks: chunk("}") },
    ];
    const call = { type: "tool_call", name: "f", args: { a: 1 }, id: "1" };
    expect(fold(inits).content).toStrictEqual([call, call]);
    const [first, ...others] = inits.map(create);
    // All at once, the blocks are merged before they are replaced.
    if (first) expect(addMessageChunks(first, ...others).content).toStrictEqual([call]);
  });

  it.each<[string, string, MessageChunkInit[]]>([
    ["TypeError", "metadata of different types", [{ response_metadata: { a: 1 } }, { response_metadata: { a: "1" } }]],
    [
      "ValueError",
      "a fraction in the usage of two chunks",
      [0.5, 0.5].map((cost) => ({ usage_metadata: { input_tokens: 1, output_tokens: 1, total_tokens: 2, cost } })),
    ],
    [
      "TypeError",
      "a block that comes after a number",
      [{ content: [{ index: 0, n: 1 }] }, { content: [{ index: 0, n: "1" }] }],
    ],
  ])("raises %s for %s", (name, _fault, inits) => {
    expect(thrownName(() => fold(inits))).toBe(name);
  });

  it("reads the same calls and text however a properly identified stream was cut", () => {
    const args = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2, stringUnit: "binary" }), {
      noNullPrototype: true,
    });
    const cuts = fc.array(fc.nat(60), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(args, { minLength: 1, maxLength: 3 }),
        fc.string({ unit: "binary" }),
        cuts,
        (calls, text, at) => {
          const inits: MessageChunkInit[] = cut(text, at).map((content) => ({ content, id: "msg" }));
          for (const [index, call] of calls.entries()) {
            inits.push({ tool_call_chunks: [{ name: "f", args: "", id: `call_${index}`, index }] });
            for (const piece of cut(JSON.stringify(call), at))
              inits.push({ tool_call_chunks: [{ args: piece, index }] });
          }
          const sum = fold(inits);
          expect(sum.content).toBe(text);
          expect(sum.invalid_tool_calls).toStrictEqual([]);
          expect(sum.tool_calls.map((call) => JSON.stringify(call.args))).toStrictEqual(
            // Through JSON once, since -0 is written as 0.
            calls.map((call) => JSON.stringify(JSON.parse(JSON.stringify(call)))),
          );
          const [first, ...others] = inits.map(create);
          if (first) expect(addMessageChunks(first, ...others)).toStrictEqual(sum);
        },
      ),
    );
  });
});

function cut(text: string, positions: readonly number[]): string[] {
  const ends = [...positions.filter((position) => position < text.length), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

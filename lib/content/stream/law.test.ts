// The content of a stream is what LangChain's merge gives (lib/langchain is held to it by its own golden vectors).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createContentStream } from "@/lib/content";
import { type JsonObject, type MessageContent, mergeContent, mergeLists } from "@/lib/langchain";

const textPiece = fc.string({ maxLength: 6 });
const kind = fc.constantFrom("text", "reasoning", "thinking", "tool_use", "server_tool_call_chunk", "image");

/** Chunks of blocks that are properly indexed: one block an index, of one type; ids, where there are any, agree. */
const properChunks = fc
  .array(fc.record({ type: kind, id: fc.option(fc.string({ minLength: 1, maxLength: 3 }), { nil: undefined }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((blocks) =>
    fc.array(
      fc
        .record({
          index: fc.nat(blocks.length - 1),
          text: fc.option(textPiece, { nil: undefined }),
          signature: fc.option(textPiece, { nil: undefined }),
          isNamed: fc.boolean(),
          annotations: fc.option(
            fc.array(fc.record({ type: fc.constant("citation"), url: textPiece }), { maxLength: 2 }),
            {
              nil: undefined,
            },
          ),
        })
        .map(({ index, isNamed, ...fields }): JsonObject => {
          const block = blocks[index];
          const id = isNamed && block?.id !== undefined ? { id: block.id } : {};
          return JSON.parse(JSON.stringify({ type: block?.type, index, ...id, ...fields }));
        }),
      { maxLength: 3 },
    ),
  );

/** Content as bad as it gets: text, lists, blocks with any index, any id, any type, and what is no block at all. */
const anyElement = fc.oneof(
  { weight: 2, arbitrary: fc.string({ maxLength: 4 }) },
  {
    weight: 8,
    arbitrary: fc
      .record(
        {
          type: fc.oneof(kind, fc.constantFrom("non_standard", "input_json_delta", "odd")),
          index: fc.oneof(fc.nat(3), fc.constantFrom<unknown>(true, "lc_1", "lc_2", "0", 1.5, null)),
          id: fc.constantFrom<unknown>("a", "b", "", null),
          text: textPiece,
          input: fc.oneof(textPiece, fc.constant({})),
          value: fc.record({ type: kind, text: textPiece }),
          n: fc.nat(2),
        },
        { requiredKeys: [] },
      )
      .map((element): JsonObject => JSON.parse(JSON.stringify(element))),
  },
);
const anyContents = fc.array(fc.oneof(fc.string({ maxLength: 4 }), fc.array(anyElement, { maxLength: 3 })), {
  maxLength: 8,
});

describe("the content of a stream", () => {
  test("equals mergeLists on properly indexed blocks, after every chunk", () => {
    fc.assert(
      fc.property(fc.array(properChunks, { maxLength: 12 }), (chunks) => {
        const stream = createContentStream();
        stream.feed([]);
        let law: readonly unknown[] = [];
        for (const chunk of chunks) {
          stream.feed(chunk);
          law = mergeLists(law as JsonObject[], chunk) ?? [];
          expect(stream.content()).toEqual(law);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("equals mergeContent on any content that LangChain merges, after every chunk", () => {
    fc.assert(
      fc.property(anyContents, (contents) => {
        const stream = createContentStream();
        let law: MessageContent | undefined;
        for (const content of contents) {
          stream.feed(content);
          try {
            law = law === undefined ? content : mergeContent(law, content);
          } catch {
            return; // LangChain refuses: from here on the stream keeps what LangChain has no answer for
          }
          expect(stream.content()).toEqual(law);
        }
      }),
      { numRuns: 1500 },
    );
  });

  test("never changes the chunks, and never throws", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyContents, fc.jsonValue()), { maxLength: 8 }), (chunks) => {
        const before = JSON.stringify(chunks);
        const stream = createContentStream();
        for (const chunk of chunks) {
          stream.feed(chunk);
          stream.snapshot();
        }
        stream.finish();
        stream.snapshot();
        expect(JSON.stringify(chunks)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });
});

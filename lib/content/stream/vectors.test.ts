// The content parts of the golden chunk sequences of ../shared/vectors, recorded from LangChain's Python. Without them the
// same is held by law.test.ts, which compares with lib/langchain.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createContentStream } from "@/lib/content";

const file = join(import.meta.dirname, "../../../../shared/vectors/chunk_sequences.jsonl");
const isPresent = existsSync(file);

const snapshotSchema = z.looseObject({
  content: z.union([z.string(), z.array(z.unknown())]),
  response_metadata: z.looseObject({ output_version: z.unknown().optional() }),
  chunk_position: z.unknown().optional(),
});
const sequenceSchema = z.looseObject({
  id: z.string(),
  tag: z.string(),
  in: z.looseObject({ chunks: z.array(z.unknown()) }),
  out: z.array(z.union([snapshotSchema, z.strictObject({ error: z.string() })])),
});

/** Where the blocks at the end differ from the reference on purpose, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "chunk_sequences-00235": "arguments with a raw line break are no JSON: the reference repairs them, and runs the call",
  "chunk_sequences-00616": "arguments that were cut off: the reference closes them, and runs the call",
};

describe.skipIf(!isPresent)("golden chunk sequences", () => {
  const sequences = isPresent ? readFileSync(file, "utf8").trim().split("\n").map(parse) : [];

  test("give the reference's content after every chunk, and its final blocks in format v1", () => {
    let compared = 0;
    for (const { id, in: given, out } of sequences) {
      const stream = createContentStream();
      for (const [position, chunk] of given.chunks.entries()) {
        const wanted = out[position];
        if (!wanted || !("content" in wanted)) break; // the reference raised
        stream.feed(chunk);
        const isFinal = wanted.chunk_position === "last" && wanted.response_metadata.output_version === "v1";
        if (!isFinal) expect(stream.content(), `${id} after chunk ${position}`).toEqual(wanted.content);
        else if (!(id in DIFFERENT))
          expect(stream.snapshot(), `${id} after chunk ${position}`).toEqual(asBlocks(wanted.content));
        compared++;
      }
    }
    expect(sequences).toHaveLength(371);
    expect(compared).toBeGreaterThan(1700);
  });

  test.for(Object.entries(DIFFERENT))("%s differs: %s", ([id]) => {
    const { in: given, out } = sequences.find((sequence) => sequence.id === id) ?? sequenceSchema.parse(undefined);
    const stream = createContentStream();
    const differs = given.chunks.map((chunk, position) => {
      stream.feed(chunk);
      const wanted = out[position];
      const isFinal = wanted && "content" in wanted && wanted.chunk_position === "last";
      return isFinal && !isEqual(stream.snapshot(), asBlocks(wanted.content));
    });
    expect(differs).toContain(true);
    expect(stream.snapshot().some(({ type }) => type === "tool_call" || type === "invalid_tool_call")).toBe(true);
  });
});

/**
 * The reference leaves text beside blocks as text, and a call whose arguments are no JSON object as the chunk it was; here
 * these are a text block and an invalid call.
 */
function asBlocks(content: string | readonly unknown[]): readonly unknown[] {
  return (typeof content === "string" ? [content] : content).map((part) => {
    if (typeof part === "string") return { type: "text", text: part };
    const chunk = chunkSchema.safeParse(part).data;
    if (!chunk) return part;
    const { index: _, ...rest } = chunk;
    return { ...rest, type: "invalid_tool_call", error: expect.any(String) };
  });
}

const chunkSchema = z.looseObject({ type: z.literal("tool_call_chunk"), index: z.unknown().optional() });

function isEqual(left: unknown, right: unknown): boolean {
  try {
    expect(left).toEqual(right);
    return true;
  } catch {
    return false;
  }
}

function parse(line: string) {
  return sequenceSchema.parse(JSON.parse(line));
}

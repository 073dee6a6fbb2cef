// Where a stream identifies its calls properly, the fast path says after every chunk what LangChain's merge says.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMessageChunks, createMessageChunk, type MessageChunk, type MessageChunkInit } from "@/lib/langchain";
import { createPartialJson } from "@/lib/partial-json";
import { jsonObject, jsonText, randomCuts } from "@/lib/testing";
import { createToolCallStream, type ToolCall } from ".";

const VECTORS = join(import.meta.dirname, "../../../shared/vectors/chunk_sequences.jsonl");

type Chunk = {
  readonly index: number;
  readonly id: string | null;
  readonly name: string | null;
  readonly args: string;
};

describe("the fast path beside the law", () => {
  it("equals it after every chunk of a properly identified stream", () => {
    const json = fc.oneof(
      jsonObject.map((args) => JSON.stringify(args)),
      jsonText,
    );
    // Not with a key that begins with an escape: see lib/partial-json/test-support/sound-oracle.ts.
    const text = json.filter((candidate) => !/[{,]\s*"\\/.test(candidate));
    const call = fc.record({ id: fc.uuid(), name: fc.string({ minLength: 1 }), text, cuts: fc.nat(), index: fc.nat() });
    const calls = fc.uniqueArray(call, { minLength: 1, maxLength: 4, selector: ({ index }) => index });
    const check = (streamed: readonly { id: string; name: string; text: string; cuts: number; index: number }[]) => {
      const queues = streamed.map(({ id, name, text: args, cuts, index }) =>
        randomCuts(args, cuts).map(
          (piece, at): Chunk => ({ index, id: at === 0 ? id : null, name: at === 0 ? name : null, args: piece }),
        ),
      );
      followLaw(interleaved(queues).map((chunk) => ({ content: "", tool_call_chunks: [chunk] })));
    };
    fc.assert(fc.property(calls, check), { numRuns: process.env.CI === undefined ? 150 : 1000 });
  });

  const lines = existsSync(VECTORS) ? readFileSync(VECTORS, "utf8").split("\n").filter(Boolean) : [];
  it.skipIf(lines.length === 0)("equals it on every properly identified sequence of the recorded ones", () => {
    type Sequence = { in: { chunks: MessageChunkInit[] }; out: { error?: string }[] };
    const sequences = lines.map((line): Sequence => JSON.parse(line));
    const isWhole = ({ out }: Sequence) => !out.some((snapshot) => snapshot.error !== undefined);
    const proper = sequences.filter((sequence) => isWhole(sequence) && isProper(sequence.in.chunks));
    for (const sequence of proper) followLaw(sequence.in.chunks);
    console.info(`${proper.length} of ${sequences.length} recorded sequences are properly identified`);
    expect(proper.length).toBeGreaterThan(80);
  });
});

/** Feeds both and compares after every message, and at the end. */
function followLaw(messages: readonly MessageChunkInit[]): void {
  const stream = createToolCallStream();
  let merged: MessageChunk | undefined;
  for (const message of messages) {
    stream.feed(message);
    const chunk = createMessageChunk(message);
    merged = merged === undefined ? chunk : addMessageChunks(merged, chunk);
    expectSame(stream.snapshot().calls, merged);
  }
  stream.finish();
  const { calls } = stream.snapshot();
  if (merged !== undefined) expectSame(calls, merged);
  for (const call of calls) {
    expect(call.status === "complete").toBe(isObjectText(call.argsText === "" ? "{}" : call.argsText));
  }
}

function expectSame(calls: readonly ToolCall[], law: MessageChunk): void {
  const got = calls.map(({ index, id, name, argsText }) => ({ index, id, name, argsText }));
  const wanted = law.tool_call_chunks.map(({ index, id, name, args }) => ({ index, id, name, argsText: args ?? "" }));
  expect(got).toEqual(wanted);
  for (const { id, args } of law.tool_calls) {
    const call = calls.find((candidate) => candidate.id === id);
    if (call !== undefined && !isDeepStrictEqual(call.args, args)) expect(isListedDifference(call.argsText)).toBe(true);
  }
}

/** The rows of the table in docs/invariants.md, of which `lib/partial-json` shows that they are all. */
function isListedDifference(text: string): boolean {
  const partial = createPartialJson();
  partial.feed(text);
  return partial.error !== undefined || /\\u[\da-fA-F]{0,3}$|\\ud[89ab][\da-f]{2}$|[\ud800-\udbff]$/i.test(text);
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (typeof value === "object" && !Array.isArray(value)) || value === null;
  } catch {
    return false;
  }
}

/** Integer index on each chunk, id and name on the first of a call only, ids distinct. */
function isProper(messages: readonly MessageChunkInit[]): boolean {
  const indexes = new Set<unknown>();
  const ids = new Set<unknown>();
  for (const message of messages) {
    const { tool_call_chunks: chunks = [], tool_calls: calls, additional_kwargs: extra } = message;
    if (hasItems(calls) || hasItems((extra as { tool_calls?: unknown } | undefined)?.tool_calls)) return false;
    for (const { index, id, name } of (chunks ?? []) as Partial<Chunk>[]) {
      const isFirst = !indexes.has(index);
      const isIdentified = Boolean(id) && Boolean(name) && !ids.has(id);
      if (!Number.isInteger(index) || (isFirst ? !isIdentified : Boolean(id) || Boolean(name))) return false;
      indexes.add(index);
      ids.add(id);
    }
  }
  return indexes.size > 0;
}

function hasItems(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** One item of each queue in turn. */
function interleaved<Item>(queues: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, at) => queues.flatMap((queue) => queue.slice(at, at + 1))).flat();
}

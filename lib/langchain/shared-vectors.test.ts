// What the reference itself returned, recorded outside of this repository. Where the recordings are absent, the cases
// beside each source file are all there is.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue, MessageChunk, MessageContent, UsageMetadata } from ".";
import * as law from ".";
import { deepFreeze } from "./test-support/deep-freeze";
import { thrownName } from "./test-support/thrown-name";

const FOLDER = join(import.meta.dirname, "../../../shared/vectors");
const FIELDS = [
  "content",
  "id",
  "tool_call_chunks",
  "tool_calls",
  "invalid_tool_calls",
  "usage_metadata",
  "additional_kwargs",
  "response_metadata",
  "chunk_position",
] as const;

type Outcome = { out: JsonValue } | { error: string };
type Vector = {
  id: string;
  fn: string;
  in: JsonObject & { args: JsonValue[]; s: string; strict?: boolean; chunks: JsonObject[] };
  out?: JsonValue;
  error?: string;
  nary?: JsonValue;
  amb_float?: boolean;
  big_int?: boolean;
};

describe("lib/langchain on the recorded results of the reference", () => {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith(".jsonl")) : [];
  if (files.length === 0) it.skip("is not compared: the folder ../shared/vectors is absent", () => {});

  for (const file of files) {
    const vectors: Vector[] = readFileSync(join(FOLDER, file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
    const skipped = vectors.filter(isAmbiguous);
    const checked = vectors.filter((vector) => !isAmbiguous(vector));

    it(`gives what the reference gives on ${checked.length} inputs of ${file}, and changes none of them`, () => {
      expect(checked.length).toBeGreaterThan(0);
      const failures = checked.filter((vector) => !isRight(deepFreeze(vector))).map((vector) => vector.id);
      expect(failures).toStrictEqual([]);
    });

    for (const { id, amb_float } of skipped) {
      it.skip(`${id}: JavaScript cannot tell ${amb_float ? "1.0 from 1" : "large integers apart"}`, () => {});
    }
  }
});

function isAmbiguous(vector: Vector): boolean {
  return vector.amb_float === true || vector.big_int === true;
}

function isRight(vector: Vector): boolean {
  if (vector.fn !== "chunk_sequence") {
    const wanted: Outcome = vector.error === undefined ? { out: vector.out ?? null } : { error: vector.error };
    return isSame(
      outcomeOf(() => callFunction(vector)),
      revive(wanted),
    );
  }
  const prefixes = foldPrefixes(vector.in.chunks);
  if (!isSame(prefixes, revive(vector.out ?? null))) return false;
  if (vector.nary === undefined) return true;
  const [first, ...others] = vector.in.chunks.map(law.createMessageChunk);
  return first !== undefined && isSame(pickFields(law.addMessageChunks(first, ...others)), revive(vector.nary));
}

/** The recorded arguments are of any type, also of those that the signatures rule out. */
function callFunction({ fn, in: { args, s, strict = false } }: Vector): JsonValue {
  switch (fn) {
    case "parse_partial_json":
      return law.parsePartialJson(s, { strict });
    case "merge_dicts":
      return law.mergeDicts(...(args as [JsonObject]));
    case "merge_lists":
      return law.mergeLists(...(args as [JsonValue[]]));
    case "merge_content":
      return law.mergeContent(...(args as [MessageContent]));
    case "merge_obj":
      return law.mergeObj(...(args as [JsonValue, JsonValue]));
    case "add_usage":
      return law.addUsage(...(args as [UsageMetadata, UsageMetadata]));
    case "subtract_usage":
      return law.subtractUsage(...(args as [UsageMetadata, UsageMetadata]));
    default:
      throw new Error(`The vectors have a function that this test does not know: ${fn}.`);
  }
}

/** The sum after each chunk; the error, where one is raised, is the last. */
function foldPrefixes(chunks: readonly JsonObject[]): JsonValue[] {
  const prefixes: JsonValue[] = [];
  let sum: MessageChunk | undefined;
  for (const init of chunks) {
    const outcome = outcomeOf(() => {
      const chunk = law.createMessageChunk(init);
      sum = deepFreeze(sum === undefined ? chunk : law.addMessageChunks(sum, chunk));
      return pickFields(sum);
    });
    prefixes.push("error" in outcome ? outcome : outcome.out);
    if ("error" in outcome) break;
  }
  return prefixes;
}

function pickFields(chunk: MessageChunk): JsonObject {
  return Object.fromEntries(FIELDS.map((field) => [field, chunk[field]]));
}

function outcomeOf(action: () => JsonValue): Outcome {
  let out: JsonValue = null;
  const error = thrownName(() => {
    out = action();
  });
  return error === "nothing" ? { out } : { error };
}

/** Values that JSON does not have are recorded as `{ $nonfinite: "NaN" }`. */
function revive(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(revive);
  if ("$nonfinite" in value) return Number(value.$nonfinite);
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, item]) => [key, revive(item ?? null)]));
}

/** Numbers as doubles, +0 equal to -0; own keys, in any order. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right || (Number.isNaN(left) && Number.isNaN(right))) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  const keys = Object.keys(left);
  if (Array.isArray(left) !== Array.isArray(right) || keys.length !== Object.keys(right).length) return false;
  const others = new Map(Object.entries(right));
  return Object.entries(left).every(([key, item]) => others.has(key) && isSame(item, others.get(key)));
}

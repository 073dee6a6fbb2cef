import {
  isJsonObject,
  type JsonObject,
  type JsonObjectDraft,
  type JsonValue,
  readKey,
  writeKey,
} from "../python/json-value";
import { PythonError } from "../python/python-error";
import { isPythonTruthy } from "../python/python-value";

/** Token counts of a message. Providers add keys and details of their own; integers among them are merged as well. */
export type UsageMetadata = JsonObject & {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  readonly input_token_details?: JsonObject & {
    readonly audio?: number;
    readonly cache_creation?: number;
    readonly cache_read?: number;
  };
  readonly output_token_details?: JsonObject & { readonly audio?: number; readonly reasoning?: number };
};

const MAX_DEPTH = 100;

/**
 * Adds two usages key by key, missing counts being 0, details included. If one is absent or empty the other is returned
 * as it is; if both are, the three totals are 0. Throws `ValueError` for values that are no integers or objects of them.
 */
export function addUsage(left: UsageMetadata | null | undefined, right: UsageMetadata | null | undefined) {
  return combineUsage(left, right, (before, after) => before + after);
}

/** Subtracts `right` from `left` key by key, never below 0; otherwise like `addUsage`. */
export function subtractUsage(left: UsageMetadata | null | undefined, right: UsageMetadata | null | undefined) {
  return combineUsage(left, right, (before, after) => Math.max(before - after, 0));
}

type IntegerOperation = (left: number, right: number) => number;

function combineUsage(
  left: UsageMetadata | null | undefined,
  right: UsageMetadata | null | undefined,
  operation: IntegerOperation,
): UsageMetadata {
  const before = left && isPythonTruthy(left) ? left : null;
  const after = right && isPythonTruthy(right) ? right : null;
  if (!before || !after) return before ?? after ?? { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  // The keys of both sides, each number combined: whatever both sides have as a usage, the result has.
  return combineCounts(before, after, operation, 0) as UsageMetadata;
}

function combineCounts(left: JsonObject, right: JsonObject, operation: IntegerOperation, depth: number): JsonObject {
  if (depth >= MAX_DEPTH) throw new PythonError("ValueError", `Usage is nested deeper than ${MAX_DEPTH} levels.`);
  const combined: JsonObjectDraft = {};
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const before = readKey(left, key);
    const after = readKey(right, key);
    if (before === undefined && after === undefined) continue;
    writeKey(combined, key, combineAtKey(key, before, after, operation, depth));
  }
  return combined;
}

function combineAtKey(
  key: string,
  left: JsonValue | undefined,
  right: JsonValue | undefined,
  operation: IntegerOperation,
  depth: number,
): JsonValue {
  if (isCount(left) && isCount(right)) return operation(Number(left ?? 0), Number(right ?? 0));
  const details = left === undefined ? {} : left;
  const others = right === undefined ? {} : right;
  if (isJsonObject(details) && isJsonObject(others)) return combineCounts(details, others, operation, depth + 1);
  throw new PythonError("ValueError", `Usage "${key}" must be an integer, or an object of integers, on both sides.`);
}

/** Python's `isinstance(value, int)`: booleans count; an absent value is 0. */
function isCount(value: JsonValue | undefined): value is number | boolean | undefined {
  return value === undefined || typeof value === "boolean" || Number.isInteger(value);
}

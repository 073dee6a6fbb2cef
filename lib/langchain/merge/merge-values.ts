// mergeDicts and mergeLists call each other, so they share a file.
import {
  copyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonObjectDraft,
  type JsonValue,
  readKey,
  writeKey,
} from "../python/json-value";
import { PythonError } from "../python/python-error";
import { isPythonEqual, isPythonTruthy, pythonType } from "../python/python-value";

/** Strings under these keys are kept when equal and concatenated when not. */
const KEPT_WHEN_EQUAL: ReadonlySet<string> = new Set(["id", "output_version", "model_provider"]);
/** Integers under these keys identify or date something: the last one wins instead of the sum. */
const LAST_WINS: ReadonlySet<string> = new Set(["index", "created", "timestamp"]);

/**
 * Merges objects key by key as LangChain's `merge_dicts` does: strings concatenate, objects and lists merge, unequal
 * integers add, null gives way. Not associative (`{n:1}+{n:1}+{n:2}` is 3): fold one chunk at a time, never batch.
 * Throws `TypeError` where both sides hold different types or unequal fractions, `AttributeError` as `mergeLists`.
 * A value nested deeper than the stack allows throws RangeError (Python: RecursionError).
 */
export function mergeDicts(left: JsonObject, ...others: readonly JsonObject[]): JsonObject {
  const merged = copyObject(left);
  for (const right of others) {
    for (const key of Object.keys(right)) {
      const value = right[key];
      if (value === undefined) continue;
      const present = readKey(merged, key);
      writeKey(merged, key, present === undefined ? value : mergeAtKey(key, present, value));
    }
  }
  return merged;
}

/**
 * Merges lists as LangChain's `merge_lists` does: an object whose `index` is an integer or starts with `lc_` joins the
 * first element with that index and a compatible id, everything else is appended. If `left` is null, the first list is
 * taken without merging inside it; null lists are skipped; null if all are null.
 * Throws `TypeError` where such an object meets a number, boolean or null in the list, or its values cannot be merged;
 * `AttributeError` where a `non_standard` block has a `value` that is no object.
 */
export function mergeLists(
  left: readonly JsonValue[] | null | undefined,
  ...others: readonly (readonly JsonValue[] | null | undefined)[]
): readonly JsonValue[] | null {
  let merged = left ? [...left] : null;
  for (const other of others) {
    if (!other) continue;
    if (merged === null) merged = [...other];
    else for (const element of other) placeElement(merged, element);
  }
  return merged;
}

function mergeAtKey(key: string, left: JsonValue, right: JsonValue): JsonValue {
  if (left === null) return right;
  if (right === null) return left;
  const type = pythonType(left);
  if (type !== pythonType(right)) {
    throw new PythonError(
      "TypeError",
      `Cannot merge "${key}": ${type} on the left, ${pythonType(right)} on the right.`,
    );
  }
  if (typeof left === "string" && typeof right === "string") return mergeStrings(key, left, right);
  if (isJsonArray(left) && isJsonArray(right)) return mergeLists(left, right);
  if (isJsonObject(left) && isJsonObject(right)) return mergeDicts(left, right);
  if (left === right) return left;
  if (type === "float") throw new PythonError("TypeError", `Cannot merge "${key}": the fractions differ.`);
  // Python's bool is an int: unequal booleans add up to 1.
  return LAST_WINS.has(key) ? right : Number(left) + Number(right);
}

function mergeStrings(key: string, left: string, right: string): string {
  if (key === "index" && left.startsWith("lc_")) return left;
  return KEPT_WHEN_EQUAL.has(key) && left === right ? left : left + right;
}

function placeElement(merged: JsonValue[], element: JsonValue): void {
  const target = isJsonObject(element) && hasMergeableIndex(element) ? findTarget(merged, element) : undefined;
  if (target === undefined || !isJsonObject(element)) merged.push(element);
  else merged[target.position] = mergeDicts(target.block, withoutType(target.block, element));
}

function hasMergeableIndex(element: JsonObject): boolean {
  const index = readKey(element, "index");
  if (typeof index === "string") return index.startsWith("lc_");
  return typeof index === "boolean" || Number.isInteger(index);
}

/** The first block to merge into. Every element is looked at, also after a hit: the reference raises for any of them. */
function findTarget(merged: readonly JsonValue[], element: JsonObject) {
  const id = readKey(element, "id") ?? null;
  let target: { position: number; block: JsonObject } | undefined;
  for (const [position, block] of merged.entries()) {
    if (!isJsonObject(block)) {
      requireNoIndex(block);
      continue;
    }
    const index = readKey(block, "index");
    if (target || index === undefined || !isPythonEqual(index, readKey(element, "index"))) continue;
    const blockId = readKey(block, "id") ?? null;
    if (isNoId(blockId) || isNoId(id) || isPythonEqual(blockId, id)) target = { position, block };
  }
  return target;
}

/** Python asks `"index" in element`: false for most strings and lists, otherwise an error. */
function requireNoIndex(element: Exclude<JsonValue, JsonObject>): void {
  if ((typeof element === "string" || isJsonArray(element)) && !element.includes("index")) return;
  throw new PythonError(
    "TypeError",
    `Cannot merge by index into a list that holds a ${pythonType(element)} like this.`,
  );
}

function isNoId(id: JsonValue): boolean {
  return id === null || id === "";
}

/** What is merged into `block`: its type stays, and a non-standard block goes into `extras` or `value`. */
function withoutType(block: JsonObject, element: JsonObject): JsonObject {
  const type = readKey(block, "type");
  const value = readKey(element, "value");
  if (!isPythonTruthy(type) || readKey(element, "type") !== "non_standard" || value === undefined) {
    return copyObject(element, "type");
  }
  if (!isJsonObject(value)) {
    throw new PythonError("AttributeError", 'The "value" of a non_standard block must be an object.');
  }
  const rest: JsonObjectDraft = copyObject(value, "type");
  return type === "non_standard" ? { value: rest, index: readKey(element, "index") } : { extras: rest };
}

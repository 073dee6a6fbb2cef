import { type JsonObject, type JsonValue, mergeDicts } from "@/lib/langchain";
import { isRecord, textAt } from "../json-record";
import { omit } from "../translate/taker";

/**
 * `target` with `element` merged into it as LangChain does, the type of the target staying; undefined where LangChain
 * raises, because the two hold different types under one key.
 */
export function mergeInto(target: JsonObject, element: JsonObject): JsonObject | undefined {
  // What mergeDicts gives for one text that grows, in a tenth of the time: most chunks are this.
  const grown = growText(target, element);
  if (grown) return grown;
  const { type: _, ...rest } = element;
  try {
    return mergeDicts(target, rest);
  } catch {
    // The law has no answer, and a page must not lose what came: the caller keeps the element as one of its own.
    return undefined;
  }
}

/** Both joined, where the element brings nothing but more of one text; undefined where there is more to merge. */
function growText(target: JsonObject, element: JsonObject): JsonObject | undefined {
  let growing = "";
  for (const key in element) {
    if (key === "type" || (key === "index" && element.index === target.index)) continue;
    if (growing || SPECIAL.includes(key)) return undefined;
    growing = key;
  }
  const [before, piece] = [target[growing], element[growing]];
  const isText = typeof before === "string" && typeof piece === "string" && Object.hasOwn(target, growing);
  return isText ? { ...target, [growing]: before + piece } : undefined;
}

/** Texts under these keys do not always grow. */
const SPECIAL = ["", "index", "id", "output_version", "model_provider"];

/** The same for a piece of arguments, which LangChain.js can send after arguments that came as an object. */
export function mergeDelta(target: JsonObject, delta: JsonObject): JsonObject | undefined {
  const text = textAt(delta, "partial_json") ?? textAt(delta, "input");
  if (text === undefined || target.type === delta.type) return mergeInto(target, delta);
  const key = typeof target.input === "string" ? "input" : "partial_json";
  const merged = mergeInto(target, omit(delta, ["index", "input", "partial_json"]));
  return merged && { ...merged, [key]: (textAt(target, key) ?? "") + text };
}

/** True where two ids can belong to one block: LangChain lets an absent one belong to any. */
export function haveCompatibleIds(left: JsonObject, right: JsonObject): boolean {
  return !left.id || !right.id || left.id === right.id;
}

/**
 * True where two pieces at one index are pieces of one block. LangChain merges them whatever their types, which makes one
 * block of OpenAI's reasoning 0 and text 0: for display, a different type begins a block of its own.
 */
export function haveCompatibleTypes({ type: left }: JsonObject, { type: right }: JsonObject): boolean {
  if (left === right || typeof left !== "string" || typeof right !== "string") return true;
  return right.endsWith("_delta") || left.replace("_chunk", "") === right.replace("_chunk", "");
}

/** The index of an element, if it has one that names something. */
export function indexOf(element: JsonValue | undefined): string | number | undefined {
  const index = isRecord(element) ? element.index : undefined;
  // Python's True is the index 1.
  if (typeof index === "boolean") return Number(index);
  return typeof index === "number" || typeof index === "string" ? index : undefined;
}

/** True for an index by which LangChain merges: an integer, or a name that LangChain itself gave. */
export function isMergeableIndex(index: string | number | undefined): index is string | number {
  return typeof index === "string" ? index.startsWith("lc_") : Number.isInteger(index);
}

/**
 * What `left` becomes when a piece comes that has no index either: `right` goes on where it stopped, if both are text of one
 * type and `left` is nothing but text so far (a signature or citations end it); or it says `left` again as a whole, as
 * LangChain.js does at the end of a v1 stream. Undefined where it is a block of its own.
 */
export function joinNext(left: JsonValue | undefined, right: JsonObject): JsonObject | undefined {
  const { type } = right;
  const isText = type === "text" || type === "reasoning" || type === "thinking" || type === "refusal";
  if (!isText || !isRecord(left) || left.type !== type || !haveCompatibleIds(left, right)) return undefined;
  const [before, piece] = [left[type], right[type]];
  if (typeof before !== "string" || typeof piece !== "string") return undefined;
  if (left.id && left.id === right.id && piece.startsWith(before)) return { ...left, ...right };
  const isOpen = Object.keys(left).every((key) => key === "type" || key === "id" || key === type);
  return isOpen ? mergeInto(left, right) : undefined;
}

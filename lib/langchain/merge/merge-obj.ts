import { isJsonArray, isJsonObject, type JsonValue } from "../python/json-value";
import { PythonError } from "../python/python-error";
import { pythonType } from "../python/python-value";
import { mergeDicts, mergeLists } from "./merge-values";

/**
 * Merges two values as LangChain's `merge_obj` does: null gives way, strings concatenate, objects and lists merge, equal
 * values stay. Throws `TypeError` where the types differ and `ValueError` where two booleans or numbers differ.
 */
export function mergeObj(left: JsonValue | undefined, right: JsonValue | undefined): JsonValue {
  if (left === null || left === undefined) return right ?? null;
  if (right === null || right === undefined) return left;
  if (pythonType(left) !== pythonType(right)) {
    throw new PythonError("TypeError", `Cannot merge ${pythonType(left)} with ${pythonType(right)}.`);
  }
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (isJsonObject(left) && isJsonObject(right)) return mergeDicts(left, right);
  if (isJsonArray(left) && isJsonArray(right)) return mergeLists(left, right);
  if (left === right) return left;
  throw new PythonError("ValueError", `Cannot merge ${left} with ${right}: they are neither text nor equal.`);
}

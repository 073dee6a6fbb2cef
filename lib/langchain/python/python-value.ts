import { isJsonArray, isJsonObject, type JsonValue, readKey } from "./json-value";

/** The Python type of a JSON value; a number without a fraction is an int, since JSON.parse cannot tell 1.0 from 1. */
export type PythonType = "None" | "bool" | "int" | "float" | "str" | "list" | "dict";

/** What Python's `type()` says of a value; `undefined` is None. */
export function pythonType(value: JsonValue | undefined): PythonType {
  switch (typeof value) {
    case "string":
      return "str";
    case "number":
      return Number.isInteger(value) ? "int" : "float";
    case "boolean":
      return "bool";
    default:
      return value === undefined || value === null ? "None" : isJsonArray(value) ? "list" : "dict";
  }
}

/** Python's `==`: by value, `True == 1`, absent (`.get()` of no key) equals None. */
export function isPythonEqual(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (isJsonArray(left) || isJsonArray(right)) {
    if (!isJsonArray(left) || !isJsonArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => isPythonEqual(item, right[index]));
  }
  if (isJsonObject(left) || isJsonObject(right)) {
    if (!isJsonObject(left) || !isJsonObject(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    return keys.every((key) => Object.hasOwn(right, key) && isPythonEqual(left[key], readKey(right, key)));
  }
  return asNumber(left ?? null) === asNumber(right ?? null);
}

/** Python's `bool()`: None, False, 0, "" and empty containers are false. */
export function isPythonTruthy(value: JsonValue | undefined): boolean {
  if (isJsonArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return Number.isNaN(value) || Boolean(value);
}

function asNumber(value: null | boolean | number | string): null | number | string {
  return typeof value === "boolean" ? Number(value) : value;
}

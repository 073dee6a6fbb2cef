import type { JsonValue } from "../python/json-value";
import { PythonError } from "../python/python-error";
import { buildJson } from "./build-json";
import { findCompletablePrefix } from "./json-prefix";
import { hasLongDigitRun } from "./json-token";

/**
 * Parses a JSON text as Python's `json.loads` does: like JSON.parse, but NaN, Infinity and -Infinity are numbers.
 * Throws `JSONDecodeError`, and `ValueError` for an integer of more than 4,300 digits.
 */
export function loadPythonJson(text: string): JsonValue {
  const value = hasLongDigitRun(text) ? undefined : tryParseJson(text);
  if (value !== undefined) return value;
  if (text === "" || findCompletablePrefix(text, [], "none") !== text.length) {
    throw new PythonError("JSONDecodeError", "The text is not JSON.");
  }
  return buildJson(text);
}

/** The value of a JSON text, or `undefined` where it is none. */
export function tryParseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { JsonValue } from "../python/json-value";
import { PythonError } from "../python/python-error";
import { buildJson } from "./build-json";
import { findCompletablePrefix } from "./json-prefix";
import { findClosingQuote, hasLongDigitRun } from "./json-token";
import { tryParseJson } from "./load-python-json";

/**
 * Parses the beginning of a JSON text as LangChain's `parse_partial_json` does: open strings, lists and objects are
 * closed, and of what still does not parse as little as possible is cut off at the end (`{"a": tr` is `{}`). Null where a
 * bracket closes what is not open. NaN and Infinity are accepted; raw control characters inside strings are too unless
 * `strict`, which leaves only the line feed.
 *
 * Throws `JSONDecodeError` where no beginning parses, and `ValueError` for an integer of more than 4,300 digits, as
 * CPython does. CPython's bound on depth (RecursionError) is not copied.
 * Linear in the text: the reference tries one parse per character cut off, this finds the place in two passes.
 */
export function parsePartialJson(text: string, { strict = false }: { strict?: boolean } = {}): JsonValue {
  const rawControls = strict ? "line-feed" : "all";
  // An integer that is too long counts wherever the reference's first attempt reaches it, also before a stray bracket.
  if (hasLongDigitRun(text)) findCompletablePrefix(text, [], rawControls);
  else {
    const whole = tryParseJson(text);
    if (whole !== undefined) return whole;
  }

  const open = findOpen(text);
  if (!open) return null;
  // A final backslash would escape the quote that closes the string.
  const closed = open.isInString ? `${open.isEscaped ? text.slice(0, -1) : text}"` : text;
  const length = findCompletablePrefix(closed, open.closers, rawControls);
  if (length === 0) throw new PythonError("JSONDecodeError", "No beginning of the text is JSON.");
  const completed = closed.slice(0, length) + open.closers.reverse().join("");
  return tryParseJson(completed) ?? buildJson(completed);
}

/**
 * What the whole text leaves open, by brackets and quotes alone: the closers, outermost first, and whether it ends inside
 * a string or after a backslash there. Null where a bracket closes what is not open.
 */
function findOpen(text: string): { closers: string[]; isInString: boolean; isEscaped: boolean } | null {
  const closers: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "{") closers.push("}");
    else if (character === "[") closers.push("]");
    else if (character === '"') {
      at = findClosingQuote(text, at + 1, { checked: false });
      if (at >= text.length) return { closers, isInString: true, isEscaped: at > text.length };
    } else if (character === "}" || character === "]") {
      if (closers.pop() !== character) return null;
    }
  }
  return { closers, isInString: false, isEscaped: false };
}

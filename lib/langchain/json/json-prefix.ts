import { findTokenEnd, type RawControls } from "./json-token";

/** What may follow, next to white space. */
type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

/**
 * The length of the longest beginning of `text` that together with the missing `closers` (outermost first) is one JSON
 * text for Python; 0 if there is none. One pass, no recursion: depth is bounded by memory alone.
 * Throws `ValueError` for an integer of more digits than CPython reads.
 */
export function findCompletablePrefix(text: string, closers: readonly string[], rawControls: RawControls): number {
  const open: string[] = [];
  let matching = 0; // so many of `open`, counted from the outside, are the same as in `closers`
  let expected: Expected = "value";

  const enter = (closer: string, first: Expected): boolean => {
    if (matching === open.length && closers[matching] === closer) matching++;
    open.push(closer);
    expected = first;
    return true;
  };
  const leave = (closer: string): boolean => {
    if (open.pop() !== closer) return false;
    matching = Math.min(matching, open.length);
    expected = "comma or end";
    return true;
  };
  /** Takes the token that begins with `character`; false if it must not stand here. */
  const take = (character: string): boolean => {
    switch (expected) {
      case "comma or end":
        if (character !== ",") return (character === "}" || character === "]") && leave(character);
        if (open.length === 0) return false;
        expected = open.at(-1) === "}" ? "key" : "value";
        return true;
      case "colon":
        expected = "value";
        return character === ":";
      case "key":
      case "key or end":
        if (character === "}") return expected === "key or end" && leave(character);
        expected = "colon";
        return character === '"';
      case "value":
      case "value or end":
        if (character === "{") return enter("}", "key or end");
        if (character === "[") return enter("]", "value or end");
        if (character === "]") return expected === "value or end" && leave(character);
        expected = "comma or end";
        return character !== "}" && character !== "," && character !== ":";
      default:
        return expected satisfies never;
    }
  };
  const canEnd = () =>
    open.length === closers.length &&
    matching === open.length &&
    (expected === "comma or end" || expected === "value or end" || expected === "key or end");

  let length = 0;
  let at = 0;
  while (at < text.length) {
    if (isWhiteSpace(text.charCodeAt(at))) at++;
    else {
      const end = take(text.charAt(at)) ? findTokenEnd(text, at, rawControls) : -1;
      if (end < 0) break;
      at = end;
    }
    if (canEnd()) length = at;
  }
  return length;
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

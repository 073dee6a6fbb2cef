import { PythonError } from "../python/python-error";

/** Which control characters (U+0000 to U+001F) may stand inside a string as they are. */
export type RawControls = "none" | "line-feed" | "all";

/** CPython refuses to read an integer of more digits, since the time grows with the square. */
const MAX_INTEGER_DIGITS = 4300;

/** After so many plain characters, searching beats stepping. */
const SEARCH_AFTER = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const LINE_FEED = 0x0a;
const FIRST_PRINTABLE = 0x20;

const SCALAR = /true|false|null|NaN|-?Infinity|-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const SHORT_ESCAPES: ReadonlySet<string> = new Set('"\\/bfnrt');
const UNICODE_ESCAPE = /u[0-9a-fA-F]{4}/y;

/**
 * Where the token that starts at `start` ends, or -1 if no token of Python's JSON starts there. A number is as long as it
 * can be: of `1.` only the 1. Throws `ValueError` for an integer of more digits than CPython reads.
 */
export function findTokenEnd(text: string, start: number, rawControls: RawControls): number {
  const character = text.charAt(start);
  if (character === '"') return findStringEnd(text, start, rawControls);
  if ("{}[],:".includes(character)) return start + 1;
  SCALAR.lastIndex = start;
  const match = SCALAR.exec(text);
  if (!match) return -1;
  const [scalar, fraction, exponent] = match;
  if (scalar.length > MAX_INTEGER_DIGITS && !fraction && !exponent) requireReadable(scalar);
  return start + scalar.length;
}

/** True if more digits follow each other than an integer may have, be it inside a string. Looks at few characters. */
export function hasLongDigitRun(text: string): boolean {
  for (let probe = MAX_INTEGER_DIGITS; probe < text.length; probe += MAX_INTEGER_DIGITS) {
    let start = probe;
    while (isDigit(text, start - 1)) start--;
    let end = probe;
    while (isDigit(text, end)) end++;
    if (end - start > MAX_INTEGER_DIGITS) return true;
  }
  return false;
}

/**
 * The position of the quote that ends the string whose first character is at `start`. Where there is none: the length of
 * the text, or one more if its last character is a backslash; -1 at a wrong escape if those are `checked`.
 */
export function findClosingQuote(text: string, start: number, { checked }: { checked: boolean }): number {
  let quote = -1;
  let plain = 0;
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) {
      at++;
      if (checked && !isEscape(text, at)) return -1;
      plain = 0;
    } else if (++plain === SEARCH_AFTER) {
      // The quote is searched again only when passed, and the backslash only up to it, so this stays linear.
      if (quote < at) quote = text.indexOf('"', at);
      if (quote < 0) quote = text.length;
      const backslash = text.slice(at, quote).indexOf("\\");
      if (backslash < 0) return quote;
      at += backslash - 1;
      plain = 0;
    }
  }
  return at;
}

function findStringEnd(text: string, start: number, rawControls: RawControls): number {
  const quote = findClosingQuote(text, start + 1, { checked: true });
  if (quote < 0 || quote >= text.length) return -1;
  return rawControls === "all" || hasOnlyAllowed(text.slice(start, quote), rawControls) ? quote + 1 : -1;
}

function isEscape(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== LETTER_U) return SHORT_ESCAPES.has(text.charAt(at));
  UNICODE_ESCAPE.lastIndex = at;
  return UNICODE_ESCAPE.test(text);
}

function hasOnlyAllowed(body: string, rawControls: RawControls): boolean {
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at);
    if (code < FIRST_PRINTABLE && (code !== LINE_FEED || rawControls === "none")) return false;
  }
  return true;
}

function requireReadable(integer: string): void {
  const digits = integer.length - (integer.startsWith("-") ? 1 : 0);
  if (digits <= MAX_INTEGER_DIGITS) return;
  throw new PythonError("ValueError", `An integer has ${digits} digits; Python reads at most ${MAX_INTEGER_DIGITS}.`);
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

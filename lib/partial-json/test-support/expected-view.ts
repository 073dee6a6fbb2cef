import type { JsonValue } from "..";

/** Why the view of a text is not what the reference makes of the text: the rows of the table in docs/invariants.md. */
export type Difference = "nothing-yet" | "cut-escape" | "half-pair" | "unknown-escape" | "not-a-number" | "fault";

export type ExpectedView = {
  readonly value: JsonValue | undefined;
  /** What was done to the text before the reference read it. */
  readonly differences: readonly Difference[];
};

/**
 * What the view of a text has to be, found with `JSON.parse` and the reference alone: the reference's value of the
 * longest beginning that JSON allows, unknown escapes taken as they stand, without what has to be held back at its end.
 */
export function expectedView(text: string, reference: (text: string) => JsonValue): ExpectedView {
  const differences: Difference[] = [];
  const known = withKnownEscapes(text);
  if (known !== text) differences.push("unknown-escape");
  const start = longestBeginning(known);
  if (start !== known) differences.push(/^(NaN|-?Infinity)/.test(afterMinus(known, start)) ? "not-a-number" : "fault");
  const { isInString } = scan(start);
  const whole = isInString ? start.replace(/(?<!\\)((?:\\\\)*)\\(?:u[\da-fA-F]{0,3})?$/, "$1") : start;
  if (start.length - whole.length > 1) differences.push("cut-escape");
  const shown = isInString
    ? whole.replace(/(?:[\ud800-\udbff]|(?<!\\)(?<pairs>(?:\\\\)*)\\u[dD][89abAB][\da-fA-F]{2})$/, "$<pairs>")
    : whole;
  if (shown !== whole) differences.push("half-pair");
  try {
    return { value: reference(shown), differences };
  } catch {
    return { value: undefined, differences: [...differences, "nothing-yet"] };
  }
}

/** The text from the fault on, with the minus that belongs to it. */
function afterMinus(text: string, start: string): string {
  return text.slice(start.endsWith("-") ? start.length - 1 : start.length);
}

/** Doubles each backslash that begins no escape of JSON, except at the end of the text, where it still may. */
function withKnownEscapes(text: string): string {
  let result = "";
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    result += character;
    if (character === '"') isInString = !isInString;
    if (character !== "\\" || !isInString) continue;
    const start = text.slice(index, index + 6);
    const isKnown = /^\\(?:$|["\\/bfnrt]|u(?:[\da-fA-F]{4}|[\da-fA-F]{0,3}$))/.test(start);
    if (isKnown && start.length > 1) result += text.charAt(++index);
    else if (!isKnown) result += "\\";
  }
  return result;
}

function longestBeginning(text: string): string {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (canBegin(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low);
}

/** Whether some continuation makes the text JSON: tries the few that matter. Control characters in strings are allowed. */
function canBegin(text: string): boolean {
  const { plain, isInString, closers } = scan(text);
  const literal = /[a-z]+$/.exec(plain)?.[0] ?? "";
  const rest = ["true", "false", "null"]
    .find((name) => literal !== "" && name.startsWith(literal))
    ?.slice(literal.length);
  const cutEscape = /(?<!\\)(?:\\\\)*(\\(?:u[\da-fA-F]{0,3})?)$/.exec(plain)?.[1] ?? "";
  const missing = cutEscape === "" ? "" : cutEscape === "\\" ? "n" : "0".repeat(6 - cutEscape.length);
  const tails = isInString ? [`${missing}"`, `${missing}":0`] : ["", "0", ":0", '"":0', rest ?? ""];
  return tails.some((tail) => isJson(plain + tail + closers));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text with control characters in strings replaced, and what is open at its end. */
function scan(text: string): { plain: string; isInString: boolean; closers: string } {
  let plain = "";
  let closers = "";
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    plain += isInString && character < " " ? "x" : character;
    if (character === '"') isInString = !isInString;
    else if (isInString && character === "\\") plain += text.charAt(++index);
    else if (isInString) continue;
    else if (character === "{") closers = `}${closers}`;
    else if (character === "[") closers = `]${closers}`;
    else if (character === "}" || character === "]") closers = closers.slice(1);
  }
  return { plain, isInString, closers };
}

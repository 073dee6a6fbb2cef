/**
 * Text that is still being written, without an end that would be drawn as one thing now and as another in a moment:
 * a last line of marks alone (`-` would make a heading of the line above, `1.` a list of an empty item), a table's first
 * line until the second proves it to be one, a label where an address may be named, with as much of the address and of its
 * title as is written, which shows nothing in the end,
 * and a backslash, which with the next character may open or close a formula.
 * What is held back comes with the next few characters.
 */
export function settleLastLine(written: string): string {
  const text = hasOpenEscape(written) ? written.slice(0, -1) : written;
  const lineStart = text.lastIndexOf("\n") + 1;
  return withoutUnprovenTable(text.slice(0, lineStart + settledLength(text, lineStart)));
}

/** How much of the last line stays. */
function settledLength(text: string, lineStart: number): number {
  const line = text.slice(lineStart);
  if (isMarksOnly(line)) return 0;
  if (!mayDefine(text, lineStart)) return line.length;
  if (HALF_ADDRESS.test(line) || (lineStart > 0 && HALF_LABEL.test(line))) return 0;
  const [, address] = HALF_TITLE.exec(line) ?? [];
  return address?.length ?? line.length;
}

function hasOpenEscape(text: string): boolean {
  let count = 0;
  while (text[text.length - 1 - count] === "\\") count += 1;
  return count % 2 === 1;
}

const MARKS = "-=*_+#`~>: \t.)0123456789";
const MAX_MARKS = 12;

function isMarksOnly(line: string): boolean {
  if (line.length > MAX_MARKS || /\d\.\d/.test(line)) return false;
  return [...line].every((character) => MARKS.includes(character));
}

/** `[la`, `[label]:`; a long one is a sentence in brackets, and in the first line it is as often a link. */
const HALF_LABEL = /^ {0,3}\[(?!\^)[^[\]]{0,24}(?:\](?::[ \t]*)?)?$/;
/** `[label]: <addr` */
const HALF_ADDRESS = /^ {0,3}\[(?!\^)[^[\]]+\]:[ \t]*<[^<>]*$/;
/** `[label]: address "half`; a long title is a sentence in quotes, which is shown as it is written. */
const HALF_TITLE =
  /^( {0,3}\[(?!\^)[^[\]]+\]:[ \t]*(?:<[^<>]*>|[^\s<]\S*))[ \t]+(?:"[^"]{0,120}|'[^']{0,120}|\([^()]{0,120})$/;

/** Behind words and an empty line, or behind a line that begins as a definition does. */
function mayDefine(text: string, lineStart: number): boolean {
  if (lineStart === 0) return true;
  const before = text.slice(text.lastIndexOf("\n", lineStart - 2) + 1, lineStart - 1);
  return before.trim() === "" || /^ {0,3}\[[^\]]+\]:/.test(before);
}

function withoutUnprovenTable(text: string): string {
  const lastStart = text.lastIndexOf("\n") + 1;
  const last = text.slice(lastStart);
  const beforeStart = lastStart === 0 ? 0 : text.lastIndexOf("\n", lastStart - 2) + 1;
  const before = text.slice(beforeStart, Math.max(beforeStart, lastStart - 1));
  if (!startsRow(before)) return startsRow(last) ? text.slice(0, lastStart) : text;
  if (beforeStart > 0 && startsRow(text.slice(text.lastIndexOf("\n", beforeStart - 2) + 1, beforeStart))) return text;
  const isProven = cellCount(last) === cellCount(before) && /\|\s*$/.test(last);
  return isRuleSoFar(last) && !isProven ? text.slice(0, beforeStart) : text;
}

function startsRow(line: string): boolean {
  return line.trimStart().startsWith("|");
}

function isRuleSoFar(line: string): boolean {
  return /^[\s|:-]*$/.test(line);
}

function cellCount(line: string): number {
  return line.trim().replaceAll("\\|", "").replace(/^\|/, "").replace(/\|$/, "").split("|").length;
}

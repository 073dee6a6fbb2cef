/** So much is said on either side of what was looked for. */
const AROUND_CHARACTERS = 60;

/** The words of a text around the first place of what was looked for, as a search on a server compares: without case. */
export function wordsAround(text: string, wanted: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const at = Math.max(0, line.toLowerCase().indexOf(wanted.replace(/\s+/g, " ").trim().toLowerCase()));
  const from = wordStart(line, at - AROUND_CHARACTERS);
  const to = wordEnd(line, at + wanted.length + AROUND_CHARACTERS);
  return `${from > 0 ? "… " : ""}${line.slice(from, to)}${to < line.length ? " …" : ""}`;
}

/** Behind the first space from there on; a text without spaces is cut where it is long enough. */
function wordStart(line: string, at: number): number {
  if (at <= 0) return 0;
  const space = line.indexOf(" ", at);
  return space === -1 || space > at + AROUND_CHARACTERS / 2 ? at : space + 1;
}

function wordEnd(line: string, at: number): number {
  if (at >= line.length) return line.length;
  const space = line.lastIndexOf(" ", at);
  return space < at - AROUND_CHARACTERS / 2 ? at : space;
}

/** A text that may go on: half of a character at its end is held back until the other half comes. */
export function withoutHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/** The first characters of a text on one line, cut between characters. */
export function firstCharacters(text: string, maxChars: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim().toWellFormed();
  return line.length <= maxChars ? line : withoutHalfCharacter(line.slice(0, maxChars));
}

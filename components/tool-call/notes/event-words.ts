import { inWords } from "../value";

/** Where a program that writes for a person puts the words, the likeliest first. */
const WORDS = ["message", "text", "title", "label", "status", "content", "name"] as const;
const MAX_CHARACTERS = 200;

/** What an event of the stream says in one line: its own words, else its name, else what it is made of. */
export function eventWords(name: string, data: unknown): string {
  return oneLine(wordsIn(data) ?? (name === "" ? (JSON.stringify(data) ?? "") : inWords(name)));
}

function wordsIn(data: unknown): string | undefined {
  if (typeof data === "string") return data.trim() === "" ? undefined : data;
  if (typeof data !== "object" || data === null) return undefined;
  const fields = data as Readonly<Record<string, unknown>>;
  for (const name of WORDS) {
    const words = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof words === "string" && words.trim() !== "") return words;
  }
  return undefined;
}

function oneLine(text: string): string {
  return text.slice(0, MAX_CHARACTERS).replaceAll(/\s+/g, " ").trim().toWellFormed();
}

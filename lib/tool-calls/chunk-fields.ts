/** Rule M1: what counts as present in a chunk, and in which form. */

const ABSENT_IDS = ["", "null", "undefined"];
/** Longer digit strings would not survive as numbers. */
const MAX_INDEX_DIGITS = 15;

export type ChunkFields = { readonly [field: string]: unknown };

export function isFields(value: unknown): value is ChunkFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function readId(id: unknown): string | undefined {
  if (typeof id === "number") return String(id);
  return typeof id === "string" && !ABSENT_IDS.includes(id) ? id : undefined;
}

export function readIndex(index: unknown): number | string | undefined {
  if (typeof index === "number") return Number.isFinite(index) ? index : undefined;
  if (typeof index !== "string" || index === "") return undefined;
  return index.length <= MAX_INDEX_DIGITS && isDigits(index) ? Number(index) : index;
}

export function readName(name: unknown): string | undefined {
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** The text that a chunk adds to the arguments: "" for nothing, JSON for anything that is not text. */
export function readArgs(args: unknown): string {
  if (typeof args === "string") return args;
  return args === undefined || args === null ? "" : jsonText(args);
}

/**
 * "" for what JSON leaves out, such as a function. What it cannot write (a cycle, too many levels) must not pass for no
 * arguments: its text is one that JSON allows nowhere.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "\0";
  }
}

/** The value of a JSON text by the strict parse; undefined if it is not JSON. */
export function strictJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDigits(text: string): boolean {
  return [...text].every((character) => character >= "0" && character <= "9");
}

import type { ToolResult } from "../scenario";

const MAX_REASON_CHARACTERS = 200;

/** The answer of the n-th call of a tool, counted from 0, if there is one. */
export function answerOf(results: readonly ToolResult[], tool: string, position = 0): ToolResult | undefined {
  return results.filter((result) => result.tool === tool)[position];
}

/** A field of a tool's answer, when the answer is an object that has it. */
export function fieldOf(result: ToolResult | undefined, name: string): unknown {
  const value = result?.value;
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Why a tool gave no answer, as half a sentence for the person. */
export function reasonOf(result: ToolResult | undefined): string {
  if (!result) return "there was no answer";
  if (/declin/i.test(result.text)) return "you said no, and that is fine";
  if (/cancel/i.test(result.text)) return "it was cancelled";
  if (/timed?[ _-]?out/i.test(result.text)) return "it took too long";
  const words = typeof result.value === "string" ? result.value : String(fieldOf(result, "message") ?? result.text);
  return `it said: ${words.slice(0, MAX_REASON_CHARACTERS).replace(/\.$/, "")}`;
}

/** "a", "a and b", "a, b and c". */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

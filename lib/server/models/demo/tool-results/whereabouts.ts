import type { PlannedCall, ToolResult } from "../scenario";
import { answerOf, fieldOf, reasonOf } from "./tool-answers";

/** The call that asks the browser for its place. */
export const locationCall: PlannedCall = { name: "get_location", args: { high_accuracy: false } };

/** True when the person wants to know where they are. */
export function asksWhere(question: string): boolean {
  return /\bwhere\s+(?:am\s+i|i\s+am)\b|\bmy\s+location\b/i.test(question);
}

/** What the browser answered, in a sentence. */
export function sayLocation(results: readonly ToolResult[]): string {
  const result = answerOf(results, "get_location");
  const latitude = fieldOf(result, "latitude");
  const longitude = fieldOf(result, "longitude");
  if (!result || result.isError)
    return `I could not find out where you are: ${reasonOf(result)}. You can ask me again.`;
  if (typeof latitude !== "number" || typeof longitude !== "number") return `Your browser says: ${result.text}`;
  const accuracy = fieldOf(result, "accuracy_m");
  const within = typeof accuracy === "number" ? `, to within ${Math.round(accuracy)} m` : "";
  return `You are at latitude ${latitude.toFixed(4)}, longitude ${longitude.toFixed(4)}${within}.`;
}

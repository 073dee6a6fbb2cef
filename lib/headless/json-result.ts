import { errorMessage } from "@/lib/errors";
import type { HeadlessOutcome } from "./tool-event";

const MAX_RESULT_CHARS = 1_000_000;
const MAX_DEPTH = 200;

/**
 * A tool's result as plain JSON, or the failure that says why it is none: functions, dates, maps, cycles, numbers that
 * JSON cannot say, getters that throw, more than 1,000,000 characters. `undefined` is null; a property that is undefined
 * is left out. Never throws, and looks at no more values than the text may have characters, however they share parts.
 */
export function jsonResult(value: unknown, maxChars: number = MAX_RESULT_CHARS): HeadlessOutcome {
  try {
    const room = { chars: maxChars };
    const fault = findFault(value, "result", 0, room);
    if (fault !== undefined) return notJson(fault);
    if (room.chars < 0) return tooLarge(maxChars);
    const text = JSON.stringify(value ?? null);
    return text.length > maxChars ? tooLarge(maxChars) : { type: "success", value: JSON.parse(text) };
  } catch (error) {
    return notJson(errorMessage(error)); // a getter or a proxy of the tool's own
  }
}

function notJson(fault: string): HeadlessOutcome {
  return { type: "failure", code: "tool_output_invalid", message: `The tool's result is not JSON: ${fault}.` };
}

function tooLarge(maxChars: number): HeadlessOutcome {
  return {
    type: "failure",
    code: "too_large",
    message: `The tool's result is larger than the ${maxChars} characters that can be sent.`,
  };
}

/** Takes from `room` at least what can be said of the value's length without writing it, and stops when it is used up. */
function findFault(value: unknown, path: string, depth: number, room: { chars: number }): string | undefined {
  if (value === undefined) return undefined;
  room.chars -= typeof value === "string" ? value.length : Array.isArray(value) ? Math.max(1, value.length) : 1;
  if (room.chars < 0) return undefined;
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${path} is ${value}`;
  if (typeof value !== "object") return `${path} is a ${typeof value}`;
  if (depth >= MAX_DEPTH) return `${path.slice(0, 100)}… is nested deeper than ${MAX_DEPTH}, or contains itself`;
  const isList = Array.isArray(value);
  const prototype = Object.getPrototypeOf(value);
  if (!isList && prototype !== Object.prototype && prototype !== null) return `${path} is not a plain object`;
  for (const [key, item] of Object.entries(value)) {
    const fault = findFault(item, isList ? `${path}[${key}]` : `${path}.${key}`, depth + 1, room);
    if (fault !== undefined || room.chars < 0) return fault;
  }
  return undefined;
}

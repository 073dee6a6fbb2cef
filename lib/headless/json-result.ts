import type { HeadlessOutcome } from "./tool-event";

const MAX_RESULT_CHARS = 1_000_000;
const MAX_DEPTH = 200;

/**
 * A tool's result as plain JSON, or the failure that says why it is none: functions, dates, maps, cycles, numbers that
 * JSON cannot say, more than 1,000,000 characters. `undefined` is null; a property that is undefined is left out.
 */
export function jsonResult(value: unknown, maxChars: number = MAX_RESULT_CHARS): HeadlessOutcome {
  const fault = findFault(value, "result", 0);
  if (fault !== undefined) {
    return { type: "failure", code: "tool_output_invalid", message: `The tool's result is not JSON: ${fault}.` };
  }
  const text = JSON.stringify(value ?? null);
  if (text.length > maxChars) {
    return {
      type: "failure",
      code: "too_large",
      message: `The tool's result has ${text.length} characters; at most ${maxChars} can be sent.`,
    };
  }
  return { type: "success", value: JSON.parse(text) };
}

function findFault(value: unknown, path: string, depth: number): string | undefined {
  if (value === null || value === undefined || typeof value === "string" || typeof value === "boolean")
    return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${path} is ${value}`;
  if (typeof value !== "object") return `${path} is a ${typeof value}`;
  if (depth >= MAX_DEPTH) return `${path} is nested deeper than ${MAX_DEPTH}, or contains itself`;
  if (Array.isArray(value))
    return first(
      value.map((item, index) => [`${path}[${index}]`, item] as const),
      depth,
    );
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `${path} is not a plain object`;
  return first(
    Object.entries(value).map(([key, item]) => [`${path}.${key}`, item] as const),
    depth,
  );
}

function first(parts: readonly (readonly [string, unknown])[], depth: number): string | undefined {
  for (const [path, part] of parts) {
    const fault = findFault(part, path, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

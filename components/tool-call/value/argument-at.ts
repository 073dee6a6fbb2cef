import type { ToolCallView } from "@/hooks";
import type { JsonPath, JsonValue, PathState } from "@/lib/partial-json";

/** A part of a call's arguments and whether it may still change. */
export type Argument = { readonly value: JsonValue | undefined; readonly state: PathState };

/** The argument at `path`. Once nothing is written any more, what is there is complete, and what is not stays absent. */
export function argumentAt(call: ToolCallView, path: JsonPath): Argument {
  const value = valueAt(call.args, path);
  if (call.phase === "writing") return { value, state: call.stateAt(path) };
  return { value, state: value === undefined ? "absent" : "complete" };
}

/** The value at `path`, of own keys only. */
export function valueAt(root: unknown, path: JsonPath): JsonValue | undefined {
  let value: unknown = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  // What a model wrote, or a tool returned, came as JSON.
  return value as JsonValue | undefined;
}

/**
 * A scalar as text; undefined for what is absent, null, a list or an object. A whole number that JavaScript cannot keep
 * exactly is only the nearest to the one that was written, and says so: `≈ 9007199254740992`.
 */
export function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? `≈ ${value}` : String(value);
}

/** `high_accuracy` and `highAccuracy` in words: "High accuracy". */
export function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

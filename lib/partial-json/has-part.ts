import type { JsonPath, JsonValue } from "./json-value";

/** Whether `value` has an own part at `path`. */
export function hasPart(value: JsonValue | undefined, path: JsonPath): boolean {
  let part = value;
  for (const step of path) {
    if (typeof part !== "object" || part === null) return false;
    if (Array.isArray(part) !== (typeof step === "number")) return false;
    part = Object.getOwnPropertyDescriptor(part, step)?.value;
  }
  return part !== undefined;
}

import type { JsonPath, JsonValue } from "@/lib/partial-json";

/** The part of a value that a path leads to; undefined when it is not there. Own keys only. */
export function valueAt(value: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  let part = value;
  for (const step of path) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, step)) return undefined;
    part = (part as Record<string | number, JsonValue>)[step]; // an own key of an array or a plain object
  }
  return part;
}

import type { JsonPath, JsonValue } from "..";

/** Equality of own keys and values; -0 is not 0, and the order of keys does not count. */
export function isSameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameJson(partAt(left, [key]), partAt(right, [key])))
  );
}

/** The own part at a path, `__proto__` included; undefined if there is none. Array positions may be digits. */
export function partAt(value: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  let part = value;
  for (const step of path) {
    if (typeof part !== "object" || part === null) return undefined;
    part = Object.getOwnPropertyDescriptor(part, step)?.value;
  }
  return part;
}

/** The paths of all parts, the whole first. */
export function pathsIn(value: JsonValue | undefined): JsonPath[] {
  if (value === undefined) return [];
  const paths: JsonPath[] = [[]];
  if (typeof value !== "object" || value === null) return paths;
  for (const key of Object.keys(value)) {
    const step = Array.isArray(value) ? Number(key) : key;
    for (const path of pathsIn(partAt(value, [step]))) paths.push([step, ...path]);
  }
  return paths;
}

/** null, boolean, number, string, array or object. */
export function typeOf(value: JsonValue | undefined): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

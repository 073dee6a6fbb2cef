/** The value of before where the next one is equal to it, so that who looks at it sees no change. */
export function keepSame<Value>(before: Value | undefined, next: Value): Value {
  return before !== undefined && isSameJson(before, next) ? before : next;
}

/** True when two JSON values are equal; the order of keys does not matter. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key], right[key]));
}

/** A value as JSON carries it. The functions of this folder never change one: treat what they return the same way. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** An object as JSON carries it: own keys only, and a key whose value is `undefined` counts as absent. */
export type JsonObject = { readonly [key: string]: JsonValue | undefined };

/** An object under construction, not yet handed out. */
export type JsonObjectDraft = Record<string, JsonValue>;

/** True for an object that is neither an array nor null: what Python calls a dict. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for an array. (`Array.isArray` alone does not narrow a readonly array out of a union.) */
export function isJsonArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The own value of a key, or `undefined`: `toString` and `constructor` are found only where they were written. */
export function readKey(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Writes an own key. An assignment to `__proto__` would set the prototype instead. */
export function writeKey(draft: JsonObjectDraft, key: string, value: JsonValue): void {
  if (key !== "__proto__") draft[key] = value;
  else Object.defineProperty(draft, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The own keys that are present, in order, without those named in `omitted`. */
export function copyObject(object: JsonObject, ...omitted: readonly string[]): JsonObjectDraft {
  const copy: JsonObjectDraft = {};
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value !== undefined && !omitted.includes(key)) writeKey(copy, key, value);
  }
  return copy;
}

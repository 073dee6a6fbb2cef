import type { JsonObject, JsonValue } from "@/lib/langchain";

/** True for an object that is neither an array nor null. What reaches this folder came as JSON, so its values are JSON. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for an array. (`Array.isArray` alone does not narrow a readonly array out of a union.) */
export function isList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The text under a key; undefined when it is absent or no text. */
export function textAt(record: JsonObject | undefined, key: string): string | undefined {
  const value = record?.[key];
  return typeof value === "string" ? value : undefined;
}

/** The object under a key; undefined when it is absent or no object. */
export function recordAt(record: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = record?.[key];
  return isRecord(value) ? value : undefined;
}

/** The list under a key; empty when it is absent or no list. */
export function listAt(record: JsonObject | undefined, key: string): readonly JsonValue[] {
  const value = record?.[key];
  return isList(value) ? value : [];
}

/** The object that a JSON text holds; undefined when the text is no JSON or holds something else. */
export function parseRecord(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    // Cut off or malformed: the caller shows the text as it is.
    return undefined;
  }
}

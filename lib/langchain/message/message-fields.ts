// What pydantic does with the fields of a message: the few coercions, and ValidationError for the rest.
import { formatPythonNumber } from "../json/format-python-json";
import type { MessageContent } from "../merge/merge-content";
import type { UsageMetadata } from "../merge/usage";
import { copyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue, readKey } from "../python/json-value";
import { PythonError } from "../python/python-error";
import { pythonType } from "../python/python-value";

const TOTALS = ["input_tokens", "output_tokens", "total_tokens"];
const DETAILS = {
  input_token_details: ["audio", "cache_creation", "cache_read"],
  output_token_details: ["audio", "reasoning"],
};

/** Text, or null where it is absent. */
export function readText(field: string, value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : refuse(field, "text or null", value);
}

/** The id of a message: as `readText`, but a number becomes text. */
export function readMessageId(value: JsonValue | undefined): string | null {
  if (typeof value !== "number") return readText("id", value);
  if (Number.isFinite(value)) return formatPythonNumber(value);
  return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

/** An integer; booleans and decimal text such as "4", "1_000" and "1.0" are read as one. */
export function readInteger(field: string, value: JsonValue | undefined): number {
  if (typeof value === "boolean") return Number(value);
  const integer = typeof value === "string" ? parseInteger(value) : value;
  // Adding 0 turns -0, which Python's int does not know, into 0.
  return typeof integer === "number" && Number.isInteger(integer) ? integer + 0 : refuse(field, "an integer", value);
}

/** An object, or an empty one where it is absent. */
export function readObject(field: string, value: JsonValue | undefined): JsonObject {
  if (value === undefined) return {};
  return isJsonObject(value) ? value : refuse(field, "an object", value);
}

/** A list, or an empty one where it is absent. */
export function readList(field: string, value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return isJsonArray(value) ? value : refuse(field, "a list", value);
}

/** The content of a message, which is never absent. */
export function readContent(value: JsonValue | undefined): MessageContent {
  if (typeof value === "string") return value;
  if (isJsonArray(value) && value.every(isContentPart)) return value;
  return refuse("content", "text or a list of texts and objects", value);
}

/** `"last"` or null. */
export function readChunkPosition(value: JsonValue | undefined): "last" | null {
  if (value === undefined || value === null) return null;
  return value === "last" ? value : refuse("chunk_position", '"last" or null', value);
}

/** Usage with its three totals; keys of the provider's own are kept as they are. */
export function readUsage(value: JsonValue | undefined): UsageMetadata | null {
  if (value === undefined || value === null) return null;
  const usage = copyObject(readObject("usage_metadata", value));
  for (const key of TOTALS) usage[key] = readInteger(key, readKey(usage, key));
  for (const [key, counts] of Object.entries(DETAILS)) {
    const details = readKey(usage, key);
    if (details === undefined) continue;
    const copy = copyObject(readObject(key, details));
    for (const count of counts) if (Object.hasOwn(copy, count)) copy[count] = readInteger(count, copy[count]);
    usage[key] = copy;
  }
  // The totals have just been set, and the details checked.
  return usage as UsageMetadata;
}

/** Throws the ValidationError for a field. */
export function refuse(field: string, wanted: string, value: JsonValue | undefined): never {
  const got = typeof value === "object" || value === undefined ? pythonType(value) : String(value).slice(0, 80);
  throw new PythonError("ValidationError", `The field "${field}" of a message chunk must be ${wanted}, not ${got}.`);
}

function parseInteger(text: string): number | null {
  const trimmed = text.trim();
  return /^[+-]?\d+(?:_\d+)*(?:\.0+)?$/.test(trimmed) ? Number(trimmed.replaceAll("_", "")) : null;
}

function isContentPart(value: JsonValue): value is string | JsonObject {
  return typeof value === "string" || isJsonObject(value);
}

import type { JsonObject, JsonValue, UsageMetadata } from "@/lib/langchain";
import { isRecord } from "./json-record";

export type { UsageMetadata } from "@/lib/langchain";

/**
 * The token counts of a message as LangChain defines them: totals, of which `input_token_details` (cache_read,
 * cache_creation, audio) and `output_token_details` (reasoning, audio) are parts. Undefined where there are none.
 * Counts that are no whole numbers are left out, an absent total is the sum. Never throws.
 */
export function usageOfMessage(message: unknown): UsageMetadata | undefined {
  const usage = isRecord(message) ? message.usage_metadata : undefined;
  if (!isRecord(usage)) return undefined;
  const counts = addUsages(NONE, usage);
  return Number.isSafeInteger(usage.total_tokens)
    ? counts
    : { ...counts, total_tokens: counts.input_tokens + counts.output_tokens };
}

/** The usage of several messages together, details added key by key, as LangChain adds them. Zero where there is none. */
export function sumUsage(messages: readonly unknown[]): UsageMetadata {
  return messages.reduce<UsageMetadata>((sum, message) => addUsages(sum, usageOfMessage(message) ?? {}), NONE);
}

const NONE: UsageMetadata = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
const MAX_DEPTH = 8;

function addUsages(left: UsageMetadata, right: JsonObject): UsageMetadata {
  // What the left side has stays, so the sum has its totals.
  return addCounts(left, right, 0) as UsageMetadata;
}

/** Whole numbers and objects of them, added; what is neither, or not the same on both sides, is not counted. */
function addCounts(left: JsonObject, right: JsonObject, depth: number): JsonObject {
  const added = Object.entries(right).map(([key, value]): [string, JsonValue | undefined] => {
    const before = Object.hasOwn(left, key) ? left[key] : undefined;
    const isDeeper = isRecord(value) && depth < MAX_DEPTH && (before === undefined || isRecord(before));
    if (isDeeper) return [key, addCounts(before ?? {}, value, depth + 1)];
    const isCount = typeof value === "number" && Number.isSafeInteger(value) && !isRecord(before);
    return [key, isCount ? Number(before ?? 0) + value : before];
  });
  return { ...left, ...Object.fromEntries(added.filter(([, value]) => value !== undefined)) };
}

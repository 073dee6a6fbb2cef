import { parsePartialJson } from "@langchain/core/output_parsers";
import { isRecord } from "@/lib/content";

/**
 * Arguments as far as a text says them: for the record of what a model wrote. Nothing may be run with them. They are the same
 * after they were stored as JSON: the parser makes `-0` of a minus alone, and JSON `0` of that. Never throws.
 */
export function argsSoFar(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = parsePartialJson(text ?? "");
    return isRecord(value) ? JSON.parse(JSON.stringify(value)) : {};
  } catch {
    return {}; // no beginning of JSON either
  }
}

import type { JsonObject, JsonValue } from "@/lib/langchain";
import { isRecord, recordAt, textAt } from "./json-record";

/**
 * Why an answer ended before it was whole. `length`: a limit of the model or of the request. `filter`: the provider's content
 * filter, or a guardrail. `stopped`: the person. `broken`: something failed on the way, or nobody says what.
 */
export type AnswerEnd = "length" | "filter" | "stopped" | "broken";

/** Where our server keeps in a message's `additional_kwargs` how an answer ended that no provider ended. */
export type AnswerEndMark = { readonly toolweave: { readonly end: AnswerEnd } };

/**
 * Why an answer ended before it was whole, by what its provider, or our server, says in its metadata; undefined for one that is
 * whole, and where nothing is said or known. The words are those of OpenAI (chat, responses), Azure, Anthropic, Gemini, Vertex,
 * Bedrock, Mistral, Ollama, Cohere, DeepSeek and watsonx, in any case and also where merging has doubled them. Never throws.
 */
export function readAnswerEnd(message: unknown): AnswerEnd | undefined {
  if (!isRecord(message)) return undefined;
  const kwargs = recordAt(message, "additional_kwargs");
  const mark = textAt(recordAt(kwargs, "toolweave"), "end");
  if (isAnswerEnd(mark)) return mark;
  for (const said of [...reasonsIn(recordAt(message, "response_metadata")), ...reasonsIn(kwargs)]) {
    const end = endOf(said);
    if (end !== undefined) return end;
  }
  return undefined;
}

const LIMITS = [
  "length",
  "max_tokens",
  "max_output_tokens",
  "model_length",
  "model_context_window_exceeded",
  "token_limit",
  "error_limit",
];
const FILTERS = [
  "content_filter",
  "content_filtered",
  "guardrail_intervened",
  "refusal",
  "safety",
  "recitation",
  "blocklist",
  "prohibited_content",
  "spii",
  "model_armor",
  "image_safety",
  "image_prohibited_content",
  "image_recitation",
  "error_toxic",
];
const FAULTS = [
  "error",
  "failed",
  "incomplete",
  "cancelled",
  "user_cancel",
  "abort",
  "time_limit",
  "network_error",
  "insufficient_system_resource",
  "pause_turn",
  "malformed_function_call",
  "malformed_tool_use",
  "malformed_model_output",
  "unexpected_tool_call",
  "too_many_tool_calls",
  "language",
  "other",
];

const ENDS: ReadonlyMap<string, AnswerEnd> = new Map([
  ...LIMITS.map((reason) => [reason, "length"] as const),
  ...FILTERS.map((reason) => [reason, "filter"] as const),
  ...FAULTS.map((reason) => [reason, "broken"] as const),
]);

/** What a provider says of the end, the more exact word first: `status` of OpenAI's responses says only that it is early. */
function reasonsIn(metadata: JsonObject | undefined): (JsonValue | undefined)[] {
  return [
    metadata?.finish_reason,
    metadata?.finishReason,
    metadata?.stop_reason,
    metadata?.stopReason,
    metadata?.done_reason,
    recordAt(metadata, "messageStop")?.stopReason,
    recordAt(metadata, "incomplete_details")?.reason,
    metadata?.status,
  ];
}

function endOf(said: JsonValue | undefined): AnswerEnd | undefined {
  if (typeof said !== "string") return undefined;
  const reason = said.toLowerCase();
  return ENDS.get(reason) ?? ENDS.get(onceIn(reason));
}

/** The word in `lengthlength`: merging joins what two pieces say. */
function onceIn(text: string): string {
  const period = (text + text).indexOf(text, 1);
  return text.slice(0, period);
}

function isAnswerEnd(value: unknown): value is AnswerEnd {
  return value === "length" || value === "filter" || value === "stopped" || value === "broken";
}

import type { JsonObject, JsonValue } from "@/lib/langchain";
import type { ContentBlock } from "../block";
import { isList, isRecord, listAt, recordAt, textAt } from "../json-record";
import { readItem } from "./providers/openai-responses";
import { readAudio } from "./shapes";
import { take } from "./taker";

/** The keys of `additional_kwargs` that hold what belongs among the blocks of a message. */
export const BLOCK_KEYS: readonly string[] = [
  ...["reasoning_content", "reasoning", "reasoning_details", "reasoning_text", "thinking"],
  ...["refusal", "audio", "__gemini_function_call_thought_signatures__"],
];

/**
 * The reasoning that an adapter left in `additional_kwargs`: as text (DeepSeek, xAI, Ollama, Groq), as an item of OpenAI's
 * Responses API, or as OpenRouter's list of details. The same reasoning is often there twice: the first of these counts.
 */
export function readAdditionalReasoning(kwargs: JsonObject): ContentBlock | undefined {
  const { reasoning: item } = kwargs;
  const texts = [kwargs.reasoning_content, item, kwargs.reasoning_text, kwargs.thinking];
  const text = texts.find((candidate) => typeof candidate === "string" && candidate);
  if (isRecord(item) && isList(item.summary) && text === undefined) {
    const block = readItem(take(item));
    return block.reasoning || block.extras ? block : undefined;
  }
  const details = listAt(kwargs, "reasoning_details");
  const reasoning = typeof text === "string" ? text : details.map(readDetail).join("");
  const extras = details.length > 0 ? { extras: { reasoning_details: details } } : {};
  return reasoning ? { type: "reasoning", reasoning, ...extras } : undefined;
}

/** What else `additional_kwargs` hold for a reader: a refusal, a recording. */
export function readAdditionalBlocks(kwargs: JsonObject): readonly ContentBlock[] {
  const refusal = textAt(kwargs, "refusal");
  const blocks: ContentBlock[] = refusal ? [{ type: "non_standard", value: { type: "refusal", refusal } }] : [];
  const audio = take(recordAt(kwargs, "audio") ?? {});
  return [...blocks, ...(readAudio(audio, audio) ?? [])];
}

/** The signature that Gemini wants back with a call, which LangChain.js keeps beside the calls. */
export function readThoughtSignature(kwargs: JsonObject, callId: string): string | undefined {
  return textAt(recordAt(kwargs, "__gemini_function_call_thought_signatures__"), callId);
}

function readDetail(detail: JsonValue): string {
  if (!isRecord(detail)) return "";
  return textAt(detail, "text") ?? textAt(detail, "summary") ?? "";
}

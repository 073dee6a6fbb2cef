import type { JsonObject, JsonValue } from "@/lib/langchain";
import type { ContentBlock } from "../block";
import { isRecord, textAt } from "../json-record";
import { translateAnthropic } from "./providers/anthropic";
import { translateBedrockConverse } from "./providers/bedrock-converse";
import { translateGoogleGenAi } from "./providers/google-genai";
import { translateLangChainJs } from "./providers/langchain-js";
import { translateLangChainV0 } from "./providers/langchain-v0";
import { translateOpenAiChat } from "./providers/openai-chat";
import { translateOpenAiResponses } from "./providers/openai-responses";
import { asStandardBlock, isStandardType } from "./standard-block";
import { take } from "./taker";
import type { Translator } from "./translator";

const ANY: readonly Translator[] = [
  translateOpenAiChat,
  translateOpenAiResponses,
  translateAnthropic,
  translateGoogleGenAi,
  translateBedrockConverse,
  translateLangChainV0,
  translateLangChainJs,
];
const JAVASCRIPT: readonly Translator[] = [translateLangChainJs];
/** Whose translators read a block, by `model_provider` as LangChain's packages write it. */
const DIRECT: readonly (readonly [provider: RegExp, translators: readonly Translator[]])[] = [
  [/^(openai|azure)/, [translateOpenAiResponses, translateOpenAiChat]],
  [/^anthropic/, [translateAnthropic]],
  [/^google/, [translateGoogleGenAi, translateOpenAiChat]],
  [/bedrock/, [translateBedrockConverse]],
];

/** The translators of a provider; undefined for one that is not known. */
export function translatorsOf(provider = ""): readonly Translator[] | undefined {
  return DIRECT.find(([name]) => name.test(provider))?.[1];
}

/**
 * Reads one element of a message's content as standard blocks; most make exactly one.
 * Where the provider is known its translators read the element. Otherwise in LangChain's two steps: a standard block
 * passes as the same object, and whatever is none is offered to each translator. What nobody knows becomes `non_standard`
 * with the element as its `value`. Text that stands by itself becomes a text block.
 */
export function translateBlock(element: JsonValue, direct?: readonly Translator[]): readonly ContentBlock[] {
  if (typeof element === "string") return [{ type: "text", text: element }];
  if (!isRecord(element)) return [wrap(element)];
  // Nearly every chunk: nothing in it that a provider could mean differently.
  if (isPlain(element)) return [element as ContentBlock];
  if (direct) return tryEach(direct, element) ?? keep(element, JAVASCRIPT);
  return keep(element, ANY);
}

/** An element of a v1 message: the same object, for which the server vouches, unless it is broken. */
export function passBlock(element: JsonValue): ContentBlock {
  const isOfOwnType = isRecord(element) && typeof element.type === "string" && !isStandardType(element.type);
  // A type that came after this was written is for the fallback, as `non_standard` is.
  if (isOfOwnType) return element as unknown as ContentBlock;
  return (isRecord(element) && asStandardBlock(element)) || (translateBlock(element)[0] ?? wrap(element));
}

function isPlain(element: JsonObject): boolean {
  const { type } = element;
  if ((type !== "text" && type !== "reasoning") || typeof element[type] !== "string") return false;
  for (const key in element) if (key !== "type" && key !== type && key !== "index") return false;
  return element.index === undefined || typeof element.index === "number";
}

function keep(element: JsonObject, translators: readonly Translator[]): readonly ContentBlock[] {
  const standard = asStandardBlock(element);
  if (standard) return [standard];
  return tryEach(translators, element) ?? [wrap(element)];
}

function tryEach(translators: readonly Translator[], element: JsonObject): readonly ContentBlock[] | undefined {
  for (const translate of translators) {
    const blocks = translate(take(element), textAt(element, "type") ?? "");
    if (blocks) return blocks;
  }
  return undefined;
}

function wrap(value: JsonValue): ContentBlock {
  return { type: "non_standard", value };
}

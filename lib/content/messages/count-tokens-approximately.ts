import type { Message } from "../message";
import { translateContent } from "../translate/translate-message";

const CHARS_PER_TOKEN = 4;
const TOKENS_PER_MESSAGE = 3;
const TOKENS_PER_MEDIA = 85;
const ROLES: Readonly<Record<string, string>> = { human: "user", ai: "assistant" };

/**
 * How many tokens messages have, about: four characters a token, three tokens a message, 85 tokens an image, a recording,
 * a video or a file. Costs what the texts cost to measure; base64 is not looked at. After LangChain's
 * `count_tokens_approximately`, whose Python representation of lists is JSON here.
 */
export function countTokensApproximately(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + countMessage(message), 0);
}

function countMessage(message: Message): number {
  if (message.type === "remove" || message.type === "unknown") return TOKENS_PER_MESSAGE;
  let chars = (ROLES[message.type] ?? message.type).length + (message.name ?? "").length;
  let media = 0;
  if (typeof message.content === "string") {
    chars += message.content.length;
    if (message.type === "ai" && message.tool_calls?.length) chars += measure(message.tool_calls);
  } else {
    for (const block of translateContent(message.content)) {
      if (["image", "audio", "video", "file"].includes(block.type)) media++;
      else chars += block.type === "text" ? block.text.length : measure(block);
    }
  }
  if (message.type === "tool") chars += message.tool_call_id.length;
  return Math.ceil(chars / CHARS_PER_TOKEN) + TOKENS_PER_MESSAGE + media * TOKENS_PER_MEDIA;
}

/** The length of a value as JSON, base64 left out. */
function measure(value: unknown): number {
  return JSON.stringify(value, (key, part: unknown) =>
    key === "base64" || (key === "data" && isLong(part)) ? "" : part,
  ).length;
}

function isLong(part: unknown): boolean {
  return typeof part === "string" && part.length > 1000;
}

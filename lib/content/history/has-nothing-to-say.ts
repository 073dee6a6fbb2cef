import { isRecord, textAt } from "../json-record";
import type { ContentMessage } from "../message";
import type { ProviderRules } from "./provider-rules";
import { isReasoning } from "./sendable-content";

/**
 * True for a message that no provider takes, or, where it refuses empty text, this one: without calls, its content is empty, a
 * list without parts, or nothing but reasoning, as a stop leaves it. An answer may be empty.
 */
export function hasNothingToSay(message: ContentMessage, { refusesEmpty }: ProviderRules): boolean {
  if (message.type === "tool" || (message.type === "ai" && message.tool_calls?.length)) return false;
  const { content } = message;
  if (typeof content === "string") return refusesEmpty && content === "";
  return content.every((part) => isRecord(part) && isReasoning(textAt(part, "type") ?? ""));
}

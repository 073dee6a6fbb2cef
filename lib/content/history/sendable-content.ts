import { isRecord, parseRecord, recordAt, textAt } from "../json-record";
import type { AiMessage, ContentMessage } from "../message";
import { callIdOf } from "../messages/filter-messages";
import type { ProviderRules } from "./provider-rules";

type Part = Exclude<ContentMessage["content"], string>[number];

/** True where `toSendable` has nothing to do. */
export function isSendable(message: ContentMessage, rules: ProviderRules): boolean {
  return toSendable(message, rules) === message;
}

/**
 * The message without what no API takes back: pieces of a stream (`input_json_delta`, chunks of calls), calls that are not
 * among its calls, and, where reasoning must be signed, reasoning without a signature. The input of a call that was saved as
 * text gets its object. The same message where there is nothing to do.
 */
export function toSendable<Sent extends ContentMessage>(message: Sent, rules: ProviderRules): Sent {
  const { content } = message;
  if (typeof content === "string" || message.type !== "ai") return message;
  const parts = content.flatMap((part) => toSendablePart(part, message, rules));
  const isSame = parts.length === content.length && parts.every((part, at) => part === content[at]);
  return isSame ? message : { ...message, content: parts };
}

function toSendablePart(part: Part, message: AiMessage, rules: ProviderRules): Part[] {
  if (!isRecord(part)) return [part];
  const type = textAt(part, "type") ?? "";
  if (type.endsWith("_delta") || type.endsWith("tool_call_chunk") || type === "invalid_tool_call") return [];
  if (rules.signsReasoning && isReasoning(type) && !isSigned(part)) return [];
  const callId = callIdOf(part);
  if (callId === undefined) return [part];
  const call = message.tool_calls?.find(({ id }) => id === callId);
  if (!call) return [];
  return typeof part.input === "string" && type === "tool_use"
    ? [{ ...part, input: parseRecord(part.input) ?? call.args }]
    : [part];
}

function isReasoning(type: string): boolean {
  return type === "thinking" || type === "reasoning" || type === "reasoning_content";
}

function isSigned(part: Exclude<Part, string>): boolean {
  if (!isRecord(part)) return false;
  const holders = [
    part,
    recordAt(part, "extras"),
    recordAt(part, "reasoningText"),
    recordAt(part, "reasoning_content"),
  ];
  return holders.some((holder) => Boolean(textAt(holder, "signature")));
}

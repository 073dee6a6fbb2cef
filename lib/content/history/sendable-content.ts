import { isRecord, parseRecord, recordAt, textAt } from "../json-record";
import type { AiMessage, ContentMessage } from "../message";
import { callIdOf } from "../messages/filter-messages";
import type { ProviderRules } from "./provider-rules";

type Part = Exclude<ContentMessage["content"], string>[number];

/**
 * The message without what no API takes back: pieces of a stream (`input_json_delta`, chunks of calls), calls that are not
 * among its calls, and, where the provider demands it, empty texts and reasoning without a signature. The input of a call that
 * was saved as text gets its object. The same message where there is nothing to do.
 */
export function toSendable<Sent extends ContentMessage>(message: Sent, rules: ProviderRules): Sent {
  const { content } = message;
  const isBlank = rules.refusesEmpty && content !== "" && isEmptyText(content);
  if (typeof content === "string") return isBlank ? { ...message, content: "" } : message;
  const said = rules.refusesEmpty ? content.filter((part) => !isEmptyText(part)) : content;
  const parts = message.type === "ai" ? said.flatMap((part) => toSendablePart(part, message, rules)) : said;
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

function isEmptyText(part: unknown): boolean {
  const text = isRecord(part) && part.type === "text" ? part.text : part;
  return typeof text === "string" && text.trim() === "";
}

/** True for the type of a part that holds reasoning, in whatever provider's shape. */
export function isReasoning(type: string): boolean {
  return /^(redacted_)?thinking$|^reasoning(_content)?$/.test(type);
}

/** What is encrypted as a whole needs no signature beside it. */
const SIGNATURES = ["signature", "redactedContent", "redacted_content"];

function isSigned(part: Exclude<Part, string>): boolean {
  if (!isRecord(part)) return false;
  if (part.type === "redacted_thinking") return true;
  const holders = [
    part,
    recordAt(part, "extras"),
    recordAt(part, "reasoningText"),
    recordAt(part, "reasoning_content"),
  ];
  return holders.some((holder) => SIGNATURES.some((key) => textAt(holder, key)));
}

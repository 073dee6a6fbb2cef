import { isRecord, recordAt, textAt } from "../json-record";
import type { Message, MessageType } from "../message";

/** Which messages stay. With no `include…` all do; a message stays when one `include…` names it and no `exclude…` does. */
export type MessageFilter = {
  readonly includeNames?: readonly string[];
  readonly excludeNames?: readonly string[];
  readonly includeTypes?: readonly MessageType[];
  readonly excludeTypes?: readonly MessageType[];
  readonly includeIds?: readonly string[];
  readonly excludeIds?: readonly string[];
  /**
   * True: neither messages with calls nor answers to calls. Ids: those calls are taken out of their messages, with their
   * answers; a message that had no other calls goes as a whole.
   */
  readonly excludeToolCalls?: boolean | readonly string[];
};

/** Filters messages as LangChain's Python `filter_messages` does. Messages that stay as they are stay the same objects. */
export function filterMessages(messages: readonly Message[], filter: MessageFilter = {}): Message[] {
  const { includeNames, includeTypes, includeIds } = filter;
  const hasInclusions = [includeNames, includeTypes, includeIds].some((list) => list !== undefined && list.length > 0);
  return messages.flatMap((message) => {
    if (matches(message, filter.excludeNames, filter.excludeTypes, filter.excludeIds)) return [];
    const stripped = stripCalls(message, filter.excludeToolCalls);
    if (!stripped) return [];
    return !hasInclusions || matches(message, includeNames, includeTypes, includeIds) ? [stripped] : [];
  });
}

function matches(
  message: Message,
  names: readonly string[] = [],
  types: readonly MessageType[] = [],
  ids: readonly string[] = [],
): boolean {
  const { name, id, type } = message;
  const hasName = typeof name === "string" && names.includes(name);
  return hasName || types.includes(type) || (typeof id === "string" && ids.includes(id));
}

function stripCalls(message: Message, excluded: MessageFilter["excludeToolCalls"]): Message | undefined {
  if (excluded === undefined || excluded === false) return message;
  const isExcluded = (id: unknown) => excluded === true || (typeof id === "string" && excluded.includes(id));
  if (message.type === "tool") return isExcluded(message.tool_call_id) ? undefined : message;
  if (message.type !== "ai" || !message.tool_calls?.length) return message;
  const calls = message.tool_calls.filter(({ id }) => !isExcluded(id));
  if (calls.length === 0) return undefined;
  const { content } = message;
  const parts = typeof content === "string" ? content : content.filter((part) => !isExcluded(callIdOf(part)));
  const isSame = calls.length === message.tool_calls.length && parts.length === content.length;
  return isSame ? message : { ...message, tool_calls: calls, content: parts };
}

const CALL_TYPES = ["tool_use", "tool_call", "tool_call_chunk", "function_call", "custom_tool_call"];

/** The id of the call that a part of the content is, in whatever provider's shape; undefined for other parts. */
export function callIdOf(part: unknown): string | undefined {
  if (!isRecord(part)) return undefined;
  const converse = textAt(recordAt(part, "toolUse"), "toolUseId");
  if (converse !== undefined) return converse;
  if (!CALL_TYPES.includes(textAt(part, "type") ?? "")) return undefined;
  return textAt(part, "call_id") ?? textAt(part, "id");
}

import type { BaseMessage } from "@langchain/core/messages";

/** What a message held when it was stored: its parts by identity, so that a look costs nothing. */
const marks = new WeakMap<BaseMessage, readonly unknown[]>();

/** Notes that this message is stored as it is now. */
export function remember(message: BaseMessage): void {
  marks.set(message, partsOf(message));
}

/**
 * True when no part of a stored message has been replaced since. A change deep inside a part is not seen: whoever
 * changes a message must put another part or another message in its place, as LangGraph's reducers do.
 */
export function isUnchanged(message: BaseMessage): boolean {
  const mark = marks.get(message);
  return mark !== undefined && partsOf(message).every((part, index) => part === mark[index]);
}

function partsOf(message: BaseMessage): unknown[] {
  const { id, name, content, additional_kwargs, response_metadata } = message;
  const { tool_calls, status } = message as { tool_calls?: unknown; status?: unknown };
  return [id, name, content, additional_kwargs, response_metadata, tool_calls, status];
}

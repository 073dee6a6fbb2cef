import type { BaseMessage } from "@langchain/core/messages";

/** What a message held when it was stored: its parts by identity, so that a look costs nothing. */
export type MessageMark = readonly unknown[];

/** Notes what a message holds now. */
export function markOf(message: BaseMessage): MessageMark {
  const { id, name, content, additional_kwargs, response_metadata } = message;
  const { tool_calls, status } = message as Carried;
  return [id, name, content, additional_kwargs, response_metadata, tool_calls, status];
}

/**
 * True when no part of a message has been replaced since. A change deep inside a part is not seen: whoever changes a
 * message must put another part or another message in its place, as LangGraph's reducers do.
 */
export function isUnchanged(message: BaseMessage, mark: MessageMark): boolean {
  const { tool_calls, status } = message as Carried;
  // asked for every message of a thread at every step: no second list is made
  return (
    message.id === mark[0] &&
    message.name === mark[1] &&
    message.content === mark[2] &&
    message.additional_kwargs === mark[3] &&
    message.response_metadata === mark[4] &&
    tool_calls === mark[5] &&
    status === mark[6]
  );
}

/** Parts that only some classes of messages have. */
type Carried = { readonly tool_calls?: unknown; readonly status?: unknown };

import { type BaseMessage, RemoveMessage } from "@langchain/core/messages";
import type { AgentGraph } from "../../config";
import { messagesOf } from "../calls/dangling-calls";
import { malformed } from "./read-message";

/** Takes out everything before it. Source: LangGraph, `REMOVE_ALL_MESSAGES`. */
const REMOVE_ALL = "__remove_all__";

type Reducer = (left: unknown, right: unknown) => unknown;

/**
 * Refuses new messages that take out one that is not there, where the graph's own reducer does not allow it.
 * `current` gives the state that they are for; it is only asked when something is to be taken out.
 * Throws `bad_request` with the field, `field` being where the request has the messages.
 */
export async function checkRemovals(
  messages: readonly BaseMessage[],
  graph: AgentGraph,
  current: () => Promise<{ values: unknown }>,
  field: string,
): Promise<void> {
  if (!messages.some((message) => RemoveMessage.isInstance(message))) return;
  const { operator } = (graph.channels.messages ?? {}) as { operator?: Reducer }; // only some channels have one
  if (typeof operator !== "function") return;
  const known = messagesOf((await current()).values);
  try {
    operator([...known], [...messages]);
  } catch (cause) {
    const index = findUnknown(messages, known);
    const place = index < 0 ? field : `${field}.${index}`;
    throw malformed(place, "takes out a message that is not in the thread", cause);
  }
}

function findUnknown(messages: readonly BaseMessage[], known: readonly BaseMessage[]): number {
  const ids = new Set(known.map(({ id }) => id));
  return messages.findIndex((message) => {
    if (RemoveMessage.isInstance(message)) return message.id !== REMOVE_ALL && !ids.has(message.id);
    ids.add(message.id);
    return false;
  });
}

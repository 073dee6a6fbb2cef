import { AIMessage, type BaseMessage, type ToolCall, ToolMessage } from "@langchain/core/messages";
import type { ToolFailureMark } from "../../middleware/register-headless";

/** Calls of the last answer that nothing has answered; a provider refuses a history that holds them. */
export function findDanglingCalls(messages: readonly BaseMessage[]): { id: string; name: string }[] {
  const last = messages.findLastIndex((message) => AIMessage.isInstance(message));
  const answered = new Set(
    messages.slice(last + 1).flatMap((later) => (ToolMessage.isInstance(later) ? [later.tool_call_id] : [])),
  );
  return callsAt(messages[last]).flatMap(({ id, name }) => (id && !answered.has(id) ? [{ id, name }] : []));
}

/** The ids of the last answer's calls, in its order. */
export function placesOfCalls(messages: readonly BaseMessage[]): readonly string[] {
  return callsAt(messages.findLast((message) => AIMessage.isInstance(message))).map(({ id = "" }) => id);
}

function callsAt(message: BaseMessage | undefined): readonly ToolCall[] {
  return message && AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
}

/** Calls that nobody will answer any more. `begun`: those that a browser had begun with. */
export type CancelledCalls = {
  readonly calls: readonly { id: string; name: string }[];
  readonly begun: ReadonlySet<string>;
};

const MAY_HAVE_RUN = "A browser had begun with it, so it may have been done all the same.";

/** Answers them, in words for the model. */
export function cancelCalls({ calls, begun }: CancelledCalls, reason: string): ToolMessage[] {
  return calls.map(({ id, name }) => {
    const mayHaveRun = begun.has(id);
    const mark: ToolFailureMark = { toolweave: { code: "tool_cancelled", ...(mayHaveRun && { mayHaveRun }) } };
    return new ToolMessage({
      id: crypto.randomUUID(),
      content: mayHaveRun ? `${reason} ${MAY_HAVE_RUN}` : reason,
      name,
      tool_call_id: id,
      status: "error",
      additional_kwargs: mark,
    });
  });
}

/** The `messages` of a state, where it has any that are LangChain's. */
export function messagesOf(values: unknown): BaseMessage[] {
  const messages = (values as { messages?: unknown } | null | undefined)?.messages;
  return Array.isArray(messages) ? messages : [];
}

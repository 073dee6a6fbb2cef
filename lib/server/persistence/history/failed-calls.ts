import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";

/**
 * The ids of the messages with a call that a tool of the server failed at. Failures that our server marks (declined,
 * cancelled, in the browser) are no such tool's.
 */
export function idsOfFailedCalls(messages: readonly BaseMessage[]): readonly string[] {
  const failed = new Set(
    messages.flatMap((message) => {
      if (!ToolMessage.isInstance(message) || message.status !== "error") return [];
      return message.additional_kwargs.toolweave === undefined ? [message.tool_call_id] : [];
    }),
  );
  if (failed.size === 0) return [];
  const hasFailed = (message: BaseMessage) =>
    AIMessage.isInstance(message) && message.tool_calls?.some(({ id }) => failed.has(id ?? ""));
  return messages.filter(hasFailed).flatMap(({ id }) => id ?? []);
}

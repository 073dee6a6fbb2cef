import { AIMessage, type BaseMessage, type ToolCall, ToolMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";
import { findBrokenCall, markBrokenCalls } from "./broken-calls";
import type { ToolFailureMark } from "./register-headless";

/**
 * No tool runs with arguments that the model did not write to their end: a call whose text is no whole JSON object is
 * answered with what was wrong, so that the model can write it again. Every agent that is made of tools here has it; put it
 * last into the `middleware` of an agent that you make yourself, within a graph or as another agent's tool.
 */
export const wholeArguments = createMiddleware({
  name: "WholeArguments",
  wrapModelCall: async (request, handler) => {
    const answer = await handler(request);
    return AIMessage.isInstance(answer) ? markBrokenCalls(answer) : answer;
  },
  wrapToolCall: async (request, handler) =>
    refuseBrokenCall(request.toolCall, request.state.messages) ?? (await handler(request)),
});

/** The answer to a call of the last turn that is broken; undefined for one that may run. */
export function refuseBrokenCall(call: ToolCall, messages: readonly BaseMessage[]): ToolMessage | undefined {
  const broken = findBrokenCall(
    call,
    messages.findLast((message) => AIMessage.isInstance(message)),
  );
  if (broken === undefined) return undefined;
  const mark: ToolFailureMark = { toolweave: { code: "tool_input_invalid" } };
  return new ToolMessage({
    content: `The arguments of this call ended early or are not valid JSON, so it was not run (${broken.error}). Write the call again with all of its arguments, shorter if they were long.`,
    name: call.name,
    tool_call_id: call.id ?? "",
    status: "error",
    additional_kwargs: mark,
  });
}

import { ToolMessage } from "@langchain/core/messages";
import { isGraphBubbleUp } from "@langchain/langgraph";
import { createMiddleware, ToolInvocationError } from "langchain";
import { errorMessage } from "@/lib/errors";
import type { ToolFailureMark } from "./register-headless";

/**
 * A server tool that throws answers with its error's own sentence: the model reads it, and so does the person on the
 * call's card. What never came to a tool is marked, since its words are for the model alone: arguments that do not fit the
 * schema are answered with what was wrong (LangChain's own answer would show the stack, and with it where the server's
 * files are), and a name that no tool has with LangChain's list of those that there are.
 */
export const toolErrors = createMiddleware({
  name: "ToolErrors",
  wrapToolCall: async (request, handler) => {
    const { tool, toolCall } = request;
    try {
      const answer = await handler(request);
      return tool === undefined && ToolMessage.isInstance(answer) ? markUnknown(answer) : answer;
    } catch (error) {
      if (isGraphBubbleUp(error)) throw error;
      const isRefusal = ToolInvocationError.isInstance(error);
      return new ToolMessage({
        content: isRefusal ? refusedArguments(error) : errorMessage(error),
        name: toolCall.name,
        tool_call_id: toolCall.id ?? "",
        status: "error",
        ...(isRefusal ? { additional_kwargs: markOf("tool_input_invalid") } : {}),
      });
    }
  },
});

/** What is marked already says why. */
function markUnknown(answer: ToolMessage): ToolMessage {
  if (answer.status !== "error" || answer.additional_kwargs.toolweave !== undefined) return answer;
  const { content, name, tool_call_id, status } = answer;
  const marked = { ...answer.additional_kwargs, ...markOf("tool_unknown") };
  return new ToolMessage({ content, tool_call_id, status, ...(name && { name }), additional_kwargs: marked });
}

function markOf(code: string): ToolFailureMark {
  return { toolweave: { code } };
}

function refusedArguments({ toolCall: { name, args }, toolError }: ToolInvocationError): string {
  return `Error invoking tool '${name}' with kwargs ${JSON.stringify(args)} with error: ${errorMessage(toolError)}\n Please fix the error and try again.`;
}

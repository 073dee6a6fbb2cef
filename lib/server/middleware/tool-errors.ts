import { ToolInvocationError, toolErrorMiddleware } from "langchain";
import { errorMessage } from "@/lib/errors";

/**
 * A server tool that throws answers with its error's own sentence: the model reads it, and so does the person on the
 * call's card. Arguments that do not fit the schema are shown with what was wrong; LangChain's own answer would show the
 * stack, and with it where the server's files are.
 */
export const toolErrors = toolErrorMiddleware({
  onError: (error) => (ToolInvocationError.isInstance(error) ? refusedArguments(error) : errorMessage(error)),
});

function refusedArguments({ toolCall: { name, args }, toolError }: ToolInvocationError): string {
  return `Error invoking tool '${name}' with kwargs ${JSON.stringify(args)} with error: ${errorMessage(toolError)}\n Please fix the error and try again.`;
}

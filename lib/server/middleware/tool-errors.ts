import { ToolInvocationError, toolErrorMiddleware } from "langchain";
import { errorMessage } from "@/lib/errors";

/**
 * A server tool that throws answers with its error's own sentence: the model reads it, and so does the person on the
 * call's card. Arguments that do not fit the schema keep LangChain's answer, which shows the model what was wrong.
 */
export const toolErrors = toolErrorMiddleware({
  onError: (error) => (ToolInvocationError.isInstance(error) ? undefined : errorMessage(error)),
});

import { ToolMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { interrupt } from "@langchain/langgraph";
import { z } from "zod";
import { type HeadlessContract, readableAgain } from "@/lib/headless/contract";
import { headlessEditedSchema, headlessFailureSchema } from "@/lib/protocol";
import { markEdited } from "./mark-edited";

/**
 * Where a ToolMessage of ours keeps the code of what went wrong, beside the words for the model. `mayHaveRun`: a browser
 * had begun with the call when it was cancelled, and nobody knows how far it came. What never came to a tool has the code
 * `tool_input_invalid` (its arguments do not fit) or `tool_unknown` (no tool has its name), and is not run again.
 */
export type ToolFailureMark = { toolweave: { code: string; mayHaveRun?: boolean } };

/**
 * The server's half of a browser tool: calling it pauses the graph with LangChain's own payload, and the answer that
 * resumes the graph becomes the call's result. A failure answer, or an output that the contract refuses, becomes a
 * ToolMessage with status `error`; where the person changed the arguments the ToolMessage says so. Source of the payload:
 * `tool()` without an implementation, langchain 1.5.
 */
export function registerHeadless<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  contract: HeadlessContract<Name, Input, Output>,
): StructuredToolInterface {
  const run = (read: unknown, config: { toolCall?: { id?: string; args?: unknown } }): ToolMessage | string => {
    const id = config.toolCall?.id ?? "";
    const args = readableAgain(contract.input, read, config.toolCall?.args ?? read);
    const answer: unknown = interrupt({ type: "tool", toolCall: { id, name: contract.name, args } });
    const failure = headlessFailureSchema.safeParse(answer).data;
    if (failure !== undefined) {
      const message = failed(contract.name, id, failure.code, failure.message);
      return failure.edited_args === undefined ? message : markEdited(message, failure.edited_args);
    }
    const edited = headlessEditedSchema.safeParse(answer).data;
    if (edited === undefined) return resultOf(contract, id, answer);
    const result = resultOf(contract, id, edited.value);
    const message =
      typeof result === "string"
        ? new ToolMessage({ content: result, name: contract.name, tool_call_id: id, status: "success" })
        : result;
    return markEdited(message, edited.edited_args);
  };
  return tool(run, {
    name: contract.name,
    description: contract.description,
    schema: contract.input as z.ZodType<Record<string, unknown>>, // a tool's input is an object; JSON schema says so
    metadata: { headlessTool: true, title: contract.title },
  }) as StructuredToolInterface;
}

function resultOf(
  contract: { readonly name: string; readonly output: z.ZodType | undefined },
  callId: string,
  value: unknown,
): ToolMessage | string {
  const output = contract.output?.safeParse(value);
  if (output === undefined || output.success) {
    const result = output === undefined ? value : output.data;
    return typeof result === "string" ? result : (JSON.stringify(result) ?? "null");
  }
  const reason = `The browser's answer is not what ${contract.name} returns. ${z.prettifyError(output.error)}`;
  return failed(contract.name, callId, "tool_output_invalid", reason);
}

function failed(name: string, callId: string, code: string, message: string): ToolMessage {
  const mark: ToolFailureMark = { toolweave: { code } };
  return new ToolMessage({
    content: message,
    name,
    tool_call_id: callId,
    status: "error",
    additional_kwargs: mark,
  });
}

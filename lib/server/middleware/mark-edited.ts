import { ToolMessage } from "@langchain/core/messages";
import type { ToolFailureMark } from "./register-headless";

/** Where our ToolMessage keeps how long the tool's own words are, when words of ours follow them. */
export type EditMark = { toolweave: Partial<ToolFailureMark["toolweave"]> & { resultChars: number } };

/**
 * Tells the model that the person changed a call's arguments before it ran: in words after the tool's own, and as
 * `additional_kwargs.edited_args`. A message whose content is not text keeps its content.
 */
export function markEdited(message: ToolMessage, editedArgs: unknown): ToolMessage {
  const { content, additional_kwargs: kwargs } = message;
  const isText = typeof content === "string";
  const mark: Partial<EditMark> = isText
    ? { toolweave: { ...(kwargs as Partial<EditMark>).toolweave, resultChars: content.length } }
    : {};
  return new ToolMessage({
    content: isText ? `${content}\n\n${wordsOf(editedArgs)}` : content,
    tool_call_id: message.tool_call_id,
    artifact: message.artifact,
    additional_kwargs: { ...kwargs, ...mark, edited_args: editedArgs },
    ...(message.id === undefined ? {} : { id: message.id }),
    ...(message.name === undefined ? {} : { name: message.name }),
    ...(message.status === undefined ? {} : { status: message.status }),
  });
}

function wordsOf(editedArgs: unknown): string {
  return `(The person changed the arguments of this call before it ran. It ran with: ${JSON.stringify(editedArgs)})`;
}

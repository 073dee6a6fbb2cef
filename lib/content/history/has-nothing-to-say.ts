import { isRecord } from "../json-record";
import type { ContentMessage } from "../message";

/** True for a message without calls whose content is empty, or only white space and empty parts. An answer may be empty. */
export function hasNothingToSay(message: ContentMessage): boolean {
  if (message.type === "tool" || (message.type === "ai" && message.tool_calls?.length)) return false;
  if (typeof message.content === "string") return message.content.trim() === "";
  return message.content.every((part) => {
    if (typeof part === "string") return part.trim() === "";
    return isRecord(part) && part.type === "text" && (typeof part.text !== "string" || part.text.trim() === "");
  });
}

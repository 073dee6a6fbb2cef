import { isList, isRecord, textAt } from "./json-record";

/**
 * The text of a message as LangChain's `.text` has it: its content if that is text, otherwise its text parts joined.
 * Reasoning, calls and media are not text. Also takes content alone. Never throws.
 */
export function textOfMessage(message: unknown): string {
  const content = isRecord(message) && message.content !== undefined ? message.content : message;
  if (typeof content === "string") return content;
  if (!isList(content)) return "";
  return content.map(textOfPart).join("");
}

function textOfPart(part: unknown): string {
  if (typeof part === "string") return part;
  return isRecord(part) && part.type === "text" ? (textAt(part, "text") ?? "") : "";
}

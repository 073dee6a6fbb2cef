import type { WireMessage } from "@/lib/protocol";
import { readContentText } from "./content-text";
import type { CallResult } from "./records";

/** A tool message as the result of its call. `value` is its content as JSON where it is JSON, else the text. */
export function readToolResult(message: WireMessage): CallResult {
  const content = readContentText(message).text;
  return {
    messageId: message.id ?? "",
    content,
    value: parsed(content),
    isError: message.status === "error",
    code: codeOf(message.additional_kwargs?.toolweave),
  };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** Our server's mark on a ToolMessage that says why the call failed. */
function codeOf(mark: unknown): string | undefined {
  if (typeof mark !== "object" || mark === null || !("code" in mark)) return undefined;
  return typeof mark.code === "string" ? mark.code : undefined;
}

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
    ...markOf(message.additional_kwargs?.toolweave),
  };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** Our server's mark on a ToolMessage that says why the call failed, and whether it may have run all the same. */
function markOf(mark: unknown): Pick<CallResult, "code" | "mayHaveRun"> {
  if (typeof mark !== "object" || mark === null) return { code: undefined, mayHaveRun: false };
  const code = "code" in mark && typeof mark.code === "string" ? mark.code : undefined;
  return { code, mayHaveRun: "mayHaveRun" in mark && mark.mayHaveRun === true };
}

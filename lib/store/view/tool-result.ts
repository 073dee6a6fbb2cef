import type { JsonValue } from "@/lib/partial-json";
import type { WireMessage } from "@/lib/protocol";
import { readContentText } from "./content-text";
import type { CallResult } from "./records";

/** A tool message as the result of its call. `value` is its content as JSON where it is JSON, else the text. */
export function readToolResult(message: WireMessage): CallResult {
  const { toolweave: mark, edited_args: editedArgs } = message.additional_kwargs ?? {};
  const content = resultIn(readContentText(message).text, mark);
  return {
    messageId: message.id ?? "",
    content,
    value: parsed(content),
    isError: message.status === "error",
    ...markOf(mark),
    editedArgs: editedArgs as JsonValue | undefined, // out of JSON text
  };
}

/** Where the person changed the arguments, words about that follow the result. */
function resultIn(text: string, mark: unknown): string {
  if (typeof mark !== "object" || mark === null || !("resultChars" in mark)) return text;
  return typeof mark.resultChars === "number" ? text.slice(0, mark.resultChars) : text;
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

import type { JsonObject } from "@/lib/langchain";
import type { ContentBlock } from "../block";
import { parseRecord } from "../json-record";
import type { CallEntry } from "./entry";

/**
 * The block of a call. While the message grows: the text of its arguments as it stands. At the end what `settleBlock`
 * makes of it. A call that came whole is itself from the beginning.
 */
export function toCallBlock(call: CallEntry, isLast: boolean): ContentBlock {
  const { id, args, error, index, extras } = call;
  const own = { id, name: call.name, args: call.text, ...(extras && { extras }) };
  if (error !== undefined) return { type: "invalid_tool_call", ...own, error };
  const whole = call.isCustom && isLast ? { input: call.text } : args;
  if (whole && (args === undefined || call.text === ""))
    return { ...own, type: "tool_call", name: own.name ?? "", args: whole };
  if (isLast) return settleBlock({ type: "tool_call_chunk", ...own });
  return { type: "tool_call_chunk", ...own, ...(index !== undefined && { index }) };
}

/**
 * What the end of the message makes of a block whose arguments came as text: the call, if they are a whole JSON object
 * (nothing at all counts as one without keys), otherwise an invalid call, which keeps the text and is never run.
 */
export function settleBlock(block: ContentBlock): ContentBlock {
  const { type } = block;
  if (type !== "tool_call_chunk" && type !== "server_tool_call_chunk") return block;
  const text = block.args ?? "";
  const args: JsonObject | undefined = text.trim() === "" || text === "null" ? {} : parseRecord(text);
  const isServer = type === "server_tool_call_chunk";
  if (args && (block.name || !isServer)) {
    return { ...block, type: isServer ? "server_tool_call" : "tool_call", name: block.name ?? "", args };
  }
  return isServer ? block : { ...block, type: "invalid_tool_call", error: NOT_WHOLE };
}

/** Why a call is invalid. */
export const NOT_WHOLE = "The arguments are no JSON object.";

import type { ChatMessage } from "@/lib/store";

/** True for an answer that has come to its end and shows nothing. */
export function isBlank(message: ChatMessage): boolean {
  const { text, reasoning, callKeys, media, sources, serverCalls, isStreaming, end } = message;
  const hasParts = callKeys.length > 0 || media.length > 0 || sources !== undefined || serverCalls !== undefined;
  return text.trim() === "" && reasoning === "" && !hasParts && !isStreaming && end === undefined;
}

import type { Message } from "../message";
import { readMessage } from "../read-message";

/**
 * The message that a merged chunk is, as LangChain's `message_chunk_to_message`: its type without "Chunk", and without
 * what only a chunk has. What is no chunk is read as the message it is. Never throws.
 */
export function chunkToMessage(chunk: unknown): Message {
  const message = readMessage(chunk);
  if (message.type === "unknown") return message;
  const { tool_call_chunks: _, chunk_position: __, ...rest } = message;
  // A chunk's fields are optional in no message.
  return rest as Message;
}

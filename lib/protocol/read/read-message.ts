import type { ToolCallChunk, UsageMetadata, WireMessage, WireToolCall } from "../message";
import { wireTypeOf } from "../wire-type";
import {
  anything,
  type Check,
  either,
  finite,
  listOf,
  object,
  oneOf,
  orNull,
  type Read,
  reader,
  record,
  text,
} from "./shape";

const name = either(text, finite);

/** What `wireMessageSchema` accepts. */
export const message: Check = object<WireMessage>({
  type: text,
  id: orNull(text),
  content: orNull(either(text, listOf(anything))),
  name: orNull(text),
  additional_kwargs: orNull(record),
  response_metadata: orNull(record),
  tool_calls: orNull(listOf(object<WireToolCall>({ name: text, args: record, id: orNull(text) }))),
  tool_call_chunks: orNull(
    listOf(object<ToolCallChunk>({ name: orNull(text), args: anything, id: orNull(name), index: orNull(name) })),
  ),
  invalid_tool_calls: orNull(listOf(record)),
  usage_metadata: orNull(object<UsageMetadata>({ input_tokens: finite, output_tokens: finite, total_tokens: finite })),
  chunk_position: orNull(text),
  tool_call_id: orNull(text),
  status: orNull(oneOf("success", "error")),
  artifact: anything,
});

const read = reader<WireMessage>(message);

/** Reads a message, or a piece of one, as `wireMessageSchema` does: streamed types get their one name. Copies only then. */
export function readWireMessage(value: unknown): Read<WireMessage> {
  const found = read(value);
  return found.success ? { success: true, data: withWireType(found.data) } : found;
}

/** The message under the one name of its type. */
export function withWireType(message: WireMessage): WireMessage {
  const type = wireTypeOf(message.type);
  return type === message.type ? message : { ...message, type };
}

import { expectTypeOf } from "vitest";
import type { ContentBlock, ContentBlockOf, ContentBlockType, Message, MessageType } from ".";

declare const block: ContentBlock;
declare const message: Message;

// The type tells the blocks apart.
if (block.type === "text") expectTypeOf(block.text).toEqualTypeOf<string>();
if (block.type === "tool_call") expectTypeOf(block.args).toEqualTypeOf<Record<string, unknown>>();
if (block.type === "tool_call_chunk") expectTypeOf(block.args).toEqualTypeOf<string | null | undefined>();
if (block.type === "image") expectTypeOf(block.base64).toEqualTypeOf<string | null | undefined>();
expectTypeOf<ContentBlockOf<"reasoning">["reasoning"]>().toEqualTypeOf<string | null | undefined>();
expectTypeOf<ContentBlockType>().toEqualTypeOf<
  | ("text" | "reasoning" | "tool_call" | "tool_call_chunk" | "invalid_tool_call")
  | ("server_tool_call" | "server_tool_call_chunk" | "server_tool_result")
  | ("image" | "video" | "audio" | "file" | "text-plain" | "non_standard")
>();

// And the messages.
if (message.type === "tool") expectTypeOf(message.tool_call_id).toEqualTypeOf<string>();
if (message.type === "tool") expectTypeOf(message.status).toEqualTypeOf<"success" | "error" | null | undefined>();
if (message.type === "unknown") expectTypeOf(message.value).toEqualTypeOf<unknown>();
expectTypeOf<MessageType>().toEqualTypeOf<"human" | "ai" | "system" | "tool" | "remove" | "unknown">();

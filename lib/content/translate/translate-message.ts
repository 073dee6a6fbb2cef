import type { ContentBlock } from "../block";
import { isList, isRecord, recordAt, textAt } from "../json-record";
import { createMessageReader } from "../stream/content-stream";
import { sortLikeOutput } from "./sort-like-output";

/**
 * The standard blocks of a settled message, from wherever its adapter put them: content, tool calls, `additional_kwargs`.
 * With `output_version: "v1"` the content itself is returned. A single chunk (`AIMessageChunk` that is not the last)
 * keeps its calls as chunks. Never throws, never changes the message, and drops nothing.
 */
export function translateMessage(message: unknown): readonly ContentBlock[] {
  if (!isRecord(message)) return translateContent(message);
  const metadata = recordAt(message, "response_metadata");
  const { content } = message;
  // The server vouches for the content of a v1 message.
  if (metadata?.output_version === "v1" && isList(content)) return content as readonly ContentBlock[];
  const isChunk = textAt(message, "type")?.endsWith("Chunk") === true && message.chunk_position !== "last";
  const reader = createMessageReader(isChunk);
  reader.feed(message);
  if (!isChunk) reader.finish();
  return sortLikeOutput(reader.snapshot(), metadata?.output);
}

/** The standard blocks of content alone, of a tool's answer for one. Never throws. */
export function translateContent(content: unknown): readonly ContentBlock[] {
  const reader = createMessageReader(false);
  reader.feed(isRecord(content) ? [content] : content);
  reader.finish();
  return reader.snapshot();
}

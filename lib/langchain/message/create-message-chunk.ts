import { copyObject, isJsonArray, isJsonObject, type JsonObject, readKey } from "../python/json-value";
import { PythonError } from "../python/python-error";
import { bindCalls, readCalls } from "./call-fields";
import { finalizeContent } from "./finalize-content";
import { initToolCalls } from "./init-tool-calls";
import type { MessageChunk } from "./message-chunk";
import {
  readChunkPosition,
  readContent,
  readMessageId,
  readObject,
  readText,
  readUsage,
  refuse,
} from "./message-fields";

/** The keyword arguments of AIMessageChunk as JSON carries them; `undefined` is absent, null is not. All are checked. */
export type MessageChunkInit = Readonly<Record<string, unknown>>;

/**
 * Does what constructing LangChain's AIMessageChunk does: validates and coerces the fields, derives chunks from
 * `additional_kwargs.tool_calls`, reads the calls from the chunks (or writes the chunks from the calls), and with the last
 * chunk of a message in format v1 turns its content blocks into calls.
 * Throws `ValidationError`, `TypeError` or `AttributeError` where the reference does. `type`, if given, must be
 * "AIMessageChunk".
 */
export function createMessageChunk(init: MessageChunkInit): MessageChunk {
  // Outside data: each field that the law looks at is read by a function that checks it.
  const given = withContentBlocks(init as JsonObject);
  const field = (key: keyof MessageChunk) => readKey(given, key);
  const bound = bindCalls(given);
  const type = field("type") ?? (Object.hasOwn(given, "type") ? null : "AIMessageChunk");
  const chunk: MessageChunk = {
    ...given,
    type: type === "AIMessageChunk" ? type : refuse("type", '"AIMessageChunk"', type),
    content: readContent(field("content")),
    name: readText("name", field("name")),
    id: readMessageId(field("id")),
    additional_kwargs: readObject("additional_kwargs", field("additional_kwargs")),
    response_metadata: readObject("response_metadata", field("response_metadata")),
    usage_metadata: readUsage(field("usage_metadata")),
    chunk_position: readChunkPosition(field("chunk_position")),
    ...readCalls(bound),
  };
  const calls = initToolCalls(chunk);
  const isFinal = chunk.chunk_position === "last" && readKey(chunk.response_metadata, "output_version") === "v1";
  if (!isFinal) return { ...chunk, ...calls };
  const replacing = chunk.tool_call_chunks.length > 0 ? calls.tool_calls : null;
  return { ...chunk, ...calls, content: finalizeContent(chunk.content, replacing) };
}

/** `content_blocks`, if given, are the content, and their calls those of the message unless it has a list of its own. */
function withContentBlocks(init: JsonObject): JsonObject {
  const blocks = readKey(init, "content_blocks") ?? null;
  const fields = copyObject(init, "content_blocks");
  if (blocks === null) return fields;
  if (typeof blocks === "number" || typeof blocks === "boolean") {
    throw new PythonError("TypeError", '"content_blocks" must be a list.');
  }
  const list = isJsonArray(blocks) ? blocks : Object.keys(blocks);
  const calls = list.filter((block) => {
    if (isJsonObject(block)) return readKey(block, "type") === "tool_call";
    throw new PythonError("AttributeError", '"content_blocks" must be a list of objects.');
  });
  if (calls.length > 0 && !Object.hasOwn(fields, "tool_calls")) fields.tool_calls = calls;
  return { ...fields, content: blocks };
}

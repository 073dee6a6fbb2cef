import { loadPythonJson } from "../json/load-python-json";
import type { MessageContent } from "../merge/merge-content";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonObjectDraft,
  type JsonValue,
  readKey,
} from "../python/json-value";
import { PythonError } from "../python/python-error";
import { isPythonTruthy } from "../python/python-value";
import type { ToolCall } from "./message-chunk";

/**
 * What the last chunk of a message in format v1 does to its content blocks: chunks of valid calls become the calls, and
 * server calls whose arguments are a whole JSON object get that object. Without chunks of its own (`toolCalls` null) a message
 * keeps the first kind.
 * Throws `TypeError` where a block has a list or an object for its id or type.
 */
export function finalizeContent(content: MessageContent, toolCalls: readonly ToolCall[] | null): MessageContent {
  if (typeof content === "string") return content;
  // Blocks with the same id become one and the same object, so an `extras` found later shows in all of them.
  const calls =
    toolCalls && new Map(toolCalls.map(({ name, args, id }) => [id, { type: "tool_call", name, args, id }]));
  return content
    .map((block) => (calls && isJsonObject(block) ? replaceCallChunk(block, calls) : block))
    .map((block) => (isJsonObject(block) ? parseServerCall(block) : block));
}

function replaceCallChunk(block: JsonObject, calls: ReadonlyMap<JsonValue, JsonObjectDraft>): JsonObject {
  if (readKey(block, "type") !== "tool_call_chunk") return block;
  const id = readKey(block, "id");
  if (id === undefined || !isPythonTruthy(id)) return block;
  requireHashable("id", id);
  const call = calls.get(id);
  if (!call) return block;
  const extras = readKey(block, "extras");
  if (extras !== undefined) call.extras = extras;
  return call;
}

function parseServerCall(block: JsonObject): JsonObject {
  const type = readKey(block, "type");
  requireHashable("type", type);
  const args = readKey(block, "args");
  if ((type !== "server_tool_call" && type !== "server_tool_call_chunk") || typeof args !== "string") return block;
  const value = tryLoad(args);
  return isJsonObject(value) ? { ...block, type: "server_tool_call", args: value } : block;
}

function tryLoad(text: string): JsonValue | undefined {
  try {
    return loadPythonJson(text);
  } catch (error) {
    if (!(error instanceof PythonError) || error.name === "JSONDecodeError") return undefined;
    throw new PythonError("ValidationError", "The arguments of a server tool call cannot be read.", { cause: error });
  }
}

/** Python looks the value up in a dict or a set. */
function requireHashable(key: string, value: JsonValue | undefined): void {
  if (isJsonArray(value) || isJsonObject(value)) {
    throw new PythonError("TypeError", `The "${key}" of a content block must not be a list or an object.`);
  }
}

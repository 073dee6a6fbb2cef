import { formatPythonJson } from "../json/format-python-json";
import { parsePartialJson } from "../json/parse-partial-json";
import { isJsonObject, type JsonObject } from "../python/json-value";
import type { InvalidToolCall, ToolCall, ToolCallChunk } from "./message-chunk";

/** The three lists of calls that a message chunk has. */
export type Calls = {
  readonly tool_call_chunks: readonly ToolCallChunk[];
  readonly tool_calls: readonly ToolCall[];
  readonly invalid_tool_calls: readonly InvalidToolCall[];
};

/**
 * Makes the three lists agree: the calls are read from the chunks, whatever was given for them; without chunks, the
 * chunks are written from the calls.
 */
export function initToolCalls(given: Calls): Calls {
  if (given.tool_call_chunks.length === 0) return { ...given, tool_call_chunks: writeChunks(given) };
  const tool_calls: ToolCall[] = [];
  const invalid_tool_calls: InvalidToolCall[] = [];
  for (const { name, args, id } of given.tool_call_chunks) {
    const value = readArguments(args);
    if (value) tool_calls.push({ name: name ?? "", args: value, id, type: "tool_call" });
    else invalid_tool_calls.push({ name, args, id, error: null, type: "invalid_tool_call" });
  }
  return { tool_call_chunks: given.tool_call_chunks, tool_calls, invalid_tool_calls };
}

function writeChunks({ tool_calls, invalid_tool_calls }: Calls): ToolCallChunk[] {
  const calls = tool_calls.map(({ name, args, id }) => ({ name, args: formatPythonJson(args), id }));
  return [...calls, ...invalid_tool_calls].map(({ name, args, id }) => {
    return { name, args, id, index: null, type: "tool_call_chunk" };
  });
}

function readArguments(args: string | null): JsonObject | null {
  if (!args) return {};
  try {
    const value = parsePartialJson(args);
    return isJsonObject(value) ? value : null;
  } catch {
    // Whatever the parser raises, the call is invalid and keeps its text.
    return null;
  }
}

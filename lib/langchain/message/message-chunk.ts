import type { MessageContent } from "../merge/merge-content";
import type { UsageMetadata } from "../merge/usage";
import type { JsonObject } from "../python/json-value";

/** A piece of a tool call. Pieces with the same integer `index` and compatible ids are parts of one call. */
export type ToolCallChunk = {
  readonly type: "tool_call_chunk";
  readonly name: string | null;
  /** A piece of the JSON text of the arguments. */
  readonly args: string | null;
  readonly id: string | null;
  readonly index: number | null;
};

/** A tool call whose arguments, as far as they have come, begin a JSON object. */
export type ToolCall = {
  readonly type: "tool_call";
  readonly name: string;
  readonly args: JsonObject;
  readonly id: string | null;
};

/** A tool call whose arguments cannot be read as a JSON object. */
export type InvalidToolCall = {
  readonly type: "invalid_tool_call";
  readonly name: string | null;
  readonly args: string | null;
  readonly id: string | null;
  readonly error: string | null;
};

/**
 * LangChain's AIMessageChunk, with the reference's field names. Only `createMessageChunk` and `addMessageChunks` make
 * one; fields unknown to the reference stay on a created chunk and are dropped, like `name`, when chunks are added.
 */
export type MessageChunk = {
  readonly type: "AIMessageChunk";
  readonly content: MessageContent;
  readonly name: string | null;
  readonly id: string | null;
  readonly additional_kwargs: JsonObject;
  readonly response_metadata: JsonObject;
  readonly tool_call_chunks: readonly ToolCallChunk[];
  /** Recomputed from `tool_call_chunks` on every creation and addition where there are any. */
  readonly tool_calls: readonly ToolCall[];
  readonly invalid_tool_calls: readonly InvalidToolCall[];
  readonly usage_metadata: UsageMetadata | null;
  readonly chunk_position: "last" | null;
};

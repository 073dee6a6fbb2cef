import { AIMessageChunk, type BaseMessage, BaseMessageChunk, type ToolCallChunk } from "@langchain/core/messages";
import { stringifyWire } from "./stringify-wire";
import { isFilled } from "./wire-message";

/** What is repeated with every piece of a message: where it comes from. */
const REPEATED = ["langgraph_node", "langgraph_checkpoint_ns", "tags"] as const;
/** What travels once, with a message's first piece. A closed list: configuration and headers of a request never leak. */
const ONCE = [
  ...REPEATED,
  "langgraph_step",
  "run_id",
  "thread_id",
  "assistant_id",
  "graph_id",
  "ls_provider",
  "ls_model_name",
  "ls_model_type",
] as const;

type Metadata = Readonly<Record<string, unknown>>;

/**
 * Makes the data of `messages` events for one run: `[piece, metadata]` as JSON text, with small pieces.
 * `id`, `type` and `content` are always there, other empty fields never; what the provider repeats in every chunk
 * goes with the first. Source of the shape: LangGraph's `messages-tuple`.
 */
export function createMessageEncoder(): (message: BaseMessage, metadata: Metadata) => string {
  const seen = new Set<string>();
  let lastMetadata: Metadata | undefined;
  let lastMetadataJson = "";

  return (message, metadata) => {
    const id = message.id ?? "";
    const isFirst = !seen.has(id);
    if (isFirst) seen.add(id);
    const piece = BaseMessageChunk.isInstance(message) ? encodePiece(message, isFirst) : stringifyWire(message);
    if (isFirst) return `[${piece},${JSON.stringify(shortMetadata(metadata))}]`;
    if (metadata !== lastMetadata) {
      lastMetadata = metadata; // one object for all pieces of a model call
      lastMetadataJson = JSON.stringify(pick(metadata, REPEATED));
    }
    return `[${piece},${lastMetadataJson}]`;
  };
}

/** What of a message's metadata may travel: a closed list. */
export function shortMetadata(metadata: Metadata): Record<string, unknown> {
  return pick(metadata, ONCE);
}

function encodePiece(chunk: BaseMessageChunk, isFirst: boolean): string {
  let json = `{"type":"${chunk.getType()}","content":${JSON.stringify(chunk.content)},"id":${JSON.stringify(chunk.id ?? "")}`;
  if (AIMessageChunk.isInstance(chunk)) json += encodeCalls(chunk);
  const extra = pieceExtras(chunk, isFirst);
  for (const [field, value] of Object.entries(extra)) json += `,"${field}":${JSON.stringify(value)}`;
  return `${json}}`;
}

function encodeCalls(chunk: AIMessageChunk): string {
  const { tool_call_chunks: chunks, tool_calls: calls } = chunk;
  if (chunks && chunks.length > 0) return `,"tool_call_chunks":${JSON.stringify(chunks.map(compactCall))}`;
  // a model that does not stream gives its calls whole
  return calls && calls.length > 0 ? `,"tool_calls":${JSON.stringify(calls)}` : "";
}

function compactCall({ index, id, name, args }: ToolCallChunk): Record<string, unknown> {
  const compact: Record<string, unknown> = {};
  if (index !== undefined && index !== null) compact.index = index;
  if (id) compact.id = id;
  if (name) compact.name = name;
  if (args) compact.args = args;
  return compact;
}

function pieceExtras(chunk: BaseMessageChunk, isFirst: boolean): Record<string, unknown> {
  const extras: Record<string, unknown> = {};
  if (isFilled(chunk.additional_kwargs)) {
    // OpenAI's class repeats the raw calls here; the pieces above already say it
    const { tool_calls: _calls, function_call: _call, ...kwargs } = chunk.additional_kwargs;
    if (isFilled(kwargs)) extras.additional_kwargs = kwargs;
  }
  if (isFilled(chunk.response_metadata)) {
    const { model_provider: provider, ...rest } = chunk.response_metadata as Record<string, unknown>;
    const metadata = isFirst && provider !== undefined ? { model_provider: provider, ...rest } : rest;
    if (isFilled(metadata)) extras.response_metadata = metadata;
  }
  if (!AIMessageChunk.isInstance(chunk)) return withToolFields(chunk, extras);
  if (chunk.name && isFirst) extras.name = chunk.name;
  if (chunk.usage_metadata) extras.usage_metadata = chunk.usage_metadata;
  return extras;
}

function withToolFields(chunk: BaseMessageChunk, extras: Record<string, unknown>): Record<string, unknown> {
  const { tool_call_id, status, name } = chunk as { tool_call_id?: string; status?: string; name?: string };
  return JSON.parse(JSON.stringify({ ...extras, tool_call_id, status, name })); // drops what is undefined
}

function pick(metadata: Metadata, fields: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    const value = metadata[field];
    if (value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)) picked[field] = value;
  }
  return picked;
}

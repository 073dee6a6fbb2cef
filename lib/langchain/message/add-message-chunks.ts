import { mergeContent } from "../merge/merge-content";
import { mergeDicts, mergeLists } from "../merge/merge-values";
import { addUsage, type UsageMetadata } from "../merge/usage";
import { createMessageChunk } from "./create-message-chunk";
import type { MessageChunk } from "./message-chunk";

/**
 * Adds message chunks as LangChain's `add_ai_message_chunks` does (`+` in Python): each field by its own rule, then the
 * result is created anew, so its calls are read from the merged chunks. `name` and unknown fields are dropped.
 * Fold a stream with it one chunk at a time, in order. Cost grows with the message: `lib/tool-calls` is for every chunk.
 * Throws what merging and `createMessageChunk` throw.
 */
export function addMessageChunks(left: MessageChunk, ...others: readonly MessageChunk[]): MessageChunk {
  const chunks = [left, ...others];
  return createMessageChunk({
    content: mergeContent(left.content, ...others.map((other) => other.content)),
    additional_kwargs: mergeDicts(left.additional_kwargs, ...others.map((other) => other.additional_kwargs)),
    response_metadata: mergeDicts(left.response_metadata, ...others.map((other) => other.response_metadata)),
    tool_call_chunks: mergeLists(left.tool_call_chunks, ...others.map((other) => other.tool_call_chunks)),
    usage_metadata: addUsages(chunks),
    id: chooseId(chunks),
    chunk_position: chunks.some((chunk) => chunk.chunk_position === "last") ? "last" : null,
  });
}

function addUsages([first, ...rest]: readonly MessageChunk[]): UsageMetadata | null {
  if (!first?.usage_metadata && rest.every((chunk) => chunk.usage_metadata === null)) return null;
  return rest.reduce<UsageMetadata | null>(
    (usage, chunk) => addUsage(usage, chunk.usage_metadata),
    first?.usage_metadata ?? null,
  );
}

/** The first id of a provider, else the first of a run of LangChain's, else the first made up by LangChain. */
function chooseId(chunks: readonly MessageChunk[]): string | null {
  const ids = chunks.map((chunk) => chunk.id ?? "").filter((id) => id !== "");
  const ofProvider = ids.find((id) => !id.startsWith("lc_"));
  return ofProvider ?? ids.find((id) => id.startsWith("lc_run-")) ?? ids[0] ?? null;
}

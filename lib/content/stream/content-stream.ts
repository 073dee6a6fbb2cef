import type { JsonObject, JsonValue, MessageContent } from "@/lib/langchain";
import type { ContentBlock } from "../block";
import { isRecord } from "../json-record";
import { BLOCK_KEYS } from "../translate/additional-blocks";
import { createBlockMerger } from "./block-merger";
import { createCallMerger } from "./call-merger";
import type { Entry } from "./entry";
import { mergeInto } from "./merge-element";
import { createView, type ViewState } from "./view";

/** A message that grows, as blocks. */
export type ContentStream = {
  /**
   * Takes the next chunk: a message chunk as it travels, or its content alone. Costs in proportion to the chunk.
   * Never throws, whatever the chunk is, and never changes it.
   */
  feed(chunk: unknown): void;
  /** The message has ended: calls become calls, or invalid ones. A chunk with `chunk_position: "last"` does it too. */
  finish(): void;
  /** The blocks so far. The same list while nothing changed; a block that did not change stays the same object. */
  snapshot(): readonly ContentBlock[];
  /** The content as LangChain merges it, for whoever needs LangChain's own answer. */
  content(): MessageContent;
};

/**
 * Merges the chunks of one message and translates them into standard blocks as they come. Blocks stand in order of first
 * appearance, wherever the adapter put them: content, tool calls, `additional_kwargs`; reasoning from there comes first.
 */
export function createContentStream(): ContentStream {
  return createMessageReader(true);
}

/** The stream behind both: chunks of a message that grows, or a settled message, read once (`isChunked` false). */
export function createMessageReader(isChunked: boolean): ContentStream {
  const entries: Entry[] = [];
  const content = createBlockMerger("content", entries);
  const outputs = createBlockMerger("output", entries);
  const calls = createCallMerger(entries);
  const flags = { isStale: false, isReread: false, isLast: false, isStandard: false };
  const state: ViewState = { ...flags, provider: undefined, kwargs: {} };
  const snapshot = createView(state, entries, calls);

  function feed(chunk: unknown): void {
    state.isStale = true;
    // What is no message is content; it came as JSON, and the merger looks at what it is.
    if (isRecord(chunk)) addMessage(chunk);
    else content.add(chunk as JsonValue);
  }

  function addMessage(chunk: JsonObject): void {
    content.add(chunk.content);
    calls.add(chunk, isChunked);
    if (isRecord(chunk.additional_kwargs)) addKwargs(chunk.additional_kwargs);
    if (isRecord(chunk.response_metadata)) addMetadata(chunk.response_metadata);
    if (chunk.chunk_position === "last") finish();
  }

  function addKwargs(kwargs: JsonObject): void {
    for (const key in kwargs) {
      if (!BLOCK_KEYS.includes(key)) continue;
      const piece = { [key]: kwargs[key] };
      state.kwargs = mergeInto(state.kwargs, piece) ?? { ...state.kwargs, ...piece };
    }
    outputs.add(kwargs.tool_outputs);
  }

  function addMetadata({ model_provider: provider, output_version: version }: JsonObject): void {
    const isStandard = state.isStandard || version === "v1";
    const known = typeof provider === "string" ? provider : state.provider;
    state.isReread ||= isStandard !== state.isStandard || known !== state.provider;
    state.isStandard = isStandard;
    state.provider = known;
  }

  function finish(): void {
    state.isLast = true;
    state.isReread = true;
    state.isStale = true;
  }

  return { feed, finish, snapshot, content: content.content };
}

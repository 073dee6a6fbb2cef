import type { JsonObject } from "@/lib/langchain";
import type { ContentBlock, ContentBlockOf } from "../block";
import { readAdditionalBlocks, readAdditionalReasoning, readThoughtSignature } from "../translate/additional-blocks";
import { passBlock, translateBlock, translatorsOf } from "../translate/translate-block";
import type { Translator } from "../translate/translator";
import type { CallMerger } from "./call-merger";
import type { CallEntry, ContentEntry, Entry } from "./entry";
import { settleBlock, toCallBlock } from "./settle-call";

/** What the view needs to know beside the entries. Whoever changes it sets `isStale`, or `isReread` for all entries. */
export type ViewState = {
  isStale: boolean;
  isReread: boolean;
  isLast: boolean;
  /** `output_version: "v1"`: the content is made of standard blocks and stays as it is. */
  isStandard: boolean;
  provider: string | undefined;
  /** Those of `additional_kwargs` that become blocks. */
  kwargs: JsonObject;
};

/** A function that gives the blocks of the entries as they are now; the same list while nothing changed. */
export function createView(
  state: ViewState,
  entries: readonly Entry[],
  calls: CallMerger,
): () => readonly ContentBlock[] {
  /** OpenAI's generated image comes twice: as content, and as the item that says how it was made. */
  const made = new Set<unknown>();
  let callCount = 0;
  let translators: readonly Translator[] | undefined;
  let kwargs: JsonObject | undefined;
  let reasoning: ContentBlock | undefined;
  let additional: readonly ContentBlock[] = [];
  let blocks: readonly ContentBlock[] = [];

  function snapshot(): readonly ContentBlock[] {
    if (!state.isStale) return blocks;
    const { isReread } = state;
    const hasNewCalls = callCount !== calls.entries.length;
    if (isReread) translators = translatorsOf(state.provider);
    if (kwargs !== state.kwargs) {
      kwargs = state.kwargs;
      reasoning = keepIfEqual(reasoning, readAdditionalReasoning(kwargs));
      additional = readAdditionalBlocks(kwargs);
    }
    for (const entry of entries) {
      if (entry.kind === "call") continue;
      const isWaiting = hasNewCalls && !entry.call && entry.blocks.some(isClientCall);
      if (entry.isDirty || isReread || isWaiting) refresh(entry, readContent(entry));
    }
    // After the content, which says what calls it shows itself.
    for (const call of calls.entries) if (call.isDirty || isReread) refresh(call, call.shownBy ? [] : [readCall(call)]);
    callCount = calls.entries.length;
    state.isReread = false;
    state.isStale = false;
    blocks = assemble();
    return blocks;
  }

  function refresh(entry: Entry, read: readonly ContentBlock[]): void {
    const old = entry.blocks;
    const isNew = old.length === 0 || (read.length === 1 && old[0]?.text !== read[0]?.text);
    entry.isDirty = false;
    entry.blocks = isNew ? read : read.map((block, at) => keepIfEqual(old[at], block));
    if (entry.kind === "output") for (const block of read) if (block.type === "image" && block.id) made.add(block.id);
  }

  function readContent(entry: ContentEntry): readonly ContentBlock[] {
    // A v1 message has its server tools in the content.
    if (state.isStandard && entry.kind === "output") return [];
    const read = state.isStandard ? [passBlock(entry.element)] : translateBlock(entry.element, translators);
    if (!state.isLast && !read.some(isClientCall)) return read;
    return read.flatMap((block) => (isClientCall(block) ? readContentCall(entry, block) : settle(block)));
  }

  function readContentCall(entry: ContentEntry, block: ClientCall): readonly ContentBlock[] {
    if (!block.id && !block.name) return readPiece(block);
    const call = claim(entry, block);
    if (!call) return [settle(block)];
    // Adapters name a call in several places.
    if (call.shownBy !== entry) return [];
    const isWholeHere = block.type === "tool_call" && Object.keys(block.args).length > 0;
    if (isWholeHere && call.text === "" && !call.args) return [block];
    const index = state.isStandard ? undefined : block.index;
    const own = readCall(call);
    const extras = block.extras && { extras: { ...block.extras, ...own.extras } };
    return [{ ...own, ...(index != null && { index }), ...extras }];
  }

  /** A piece of a call that the message's lists have; with none there, it can only be of a tool that the provider runs. */
  function readPiece(block: ClientCall): readonly ContentBlock[] {
    if (calls.hasIndex(block.index)) return [];
    if (block.type === "tool_call") return [{ ...block, type: "server_tool_call" }];
    return [{ ...block, type: "server_tool_call_chunk" }];
  }

  /** The call of the message's lists that a block of the content is: by id, or the next one of its name. */
  function claim(entry: ContentEntry, { id, name }: ClientCall): CallEntry | undefined {
    entry.call ??= id ? calls.find(id) : calls.entries.find((call) => !call.shownBy && call.name === name);
    if (entry.call && !entry.call.shownBy) {
      entry.call.shownBy = entry;
      // It may have been shown by itself until now.
      entry.call.isDirty = true;
    }
    return entry.call;
  }

  function readCall(call: CallEntry): ContentBlock {
    const thoughtSignature = readThoughtSignature(state.kwargs, call.id ?? "");
    const block = toCallBlock(call, state.isLast);
    return thoughtSignature === undefined ? block : { ...block, extras: { ...block.extras, thoughtSignature } };
  }

  function settle(block: ContentBlock): ContentBlock {
    return state.isLast ? settleBlock(block) : block;
  }

  function assemble(): readonly ContentBlock[] {
    // Most messages are one text: its own list will do, which halves what a token costs.
    if (entries.length === 1 && entries[0] && !reasoning && additional.length === 0) return entries[0].blocks;
    const all: ContentBlock[] = [];
    for (const entry of entries) {
      for (const block of entry.blocks)
        if (made.size === 0 || entry.kind !== "content" || !made.has(block.id)) all.push(block);
    }
    // Never twice: the content may say the same.
    if (reasoning && !all.some((block) => block.type === "reasoning" && block.reasoning)) all.unshift(reasoning);
    if (!state.isStandard) all.push(...additional);
    return all;
  }

  return snapshot;
}

type ClientCall = ContentBlockOf<"tool_call" | "tool_call_chunk" | "invalid_tool_call">;

function isClientCall(block: ContentBlock): block is ClientCall {
  return block.type.startsWith("tool_call") || block.type === "invalid_tool_call";
}

/** The old object, where the new one says the same: whoever draws blocks compares them by identity. */
function keepIfEqual<Block extends ContentBlock | undefined>(old: ContentBlock | undefined, block: Block): Block {
  // Equal values have equal types.
  return old && isEqual(old, block) ? (old as Block) : block;
}

const DEEPEST_COMPARED = 100;

/** False for what is equal deeper than the bound: a new object where the old one would do is no harm. */
function isEqual(left: unknown, right: unknown, depth = 0): boolean {
  const isLeaf = typeof left !== "object" || typeof right !== "object" || !left || !right;
  if (left === right || isLeaf || depth > DEEPEST_COMPARED) return left === right;
  for (const key in left) {
    if (!isEqual((left as JsonObject)[key], (right as JsonObject)[key], depth + 1)) return false;
  }
  return Object.keys(left).length === Object.keys(right).length;
}

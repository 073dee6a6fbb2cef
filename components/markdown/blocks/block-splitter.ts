import { type Block, joinedList, type List, reuseBlock } from "./block";
import { appended, countOf, firstOf, type Groups, itemAt, withOldGroups } from "./groups";
import { beginsWith, createLineBreakReader } from "./line-breaks";
import { type OpenFence, openFence } from "./open-fence";
import { type BlockNode, contextAfter, endOf, parseBlocks, sliceStart, startOf } from "./parse-blocks";
import { hasTasks, isLoose, readBlock } from "./read-block";

/** What is known for good: everything before `end`, whatever comes. */
type Settled = {
  end: number;
  /** A line that must stand before what begins at `end` when that is parsed, or "". */
  context: string;
  blocks: Groups<Block>;
  /** The list that goes on at `end`. */
  list: List | undefined;
  /** The code block that began before `end` and is open. */
  fence: { readonly fence: OpenFence; readonly language: string | undefined } | undefined;
};

/** What is parsed anew: the text from the end of what is settled, with its context before it. */
type Tail = {
  readonly source: string;
  /** Where `source` would begin in the whole text. */
  readonly base: number;
  readonly nodes: readonly BlockNode[];
  readonly blocks: readonly Block[];
};

/**
 * Splits a growing text into the blocks of which a parse of the whole text consists, at a cost that does not grow with
 * the text: a line changes the block before it at most, so that the last two blocks (of a list that is open: the last
 * two items) are parsed again and what stands before them never. The lines of an open code block are read once.
 * Any text may follow any other; one that does not continue the last is read from its start. Line breaks become `\n`.
 */
export function createBlockSplitter(): { split: (text: string, isGrowing: boolean) => Groups<Block> } {
  const readLineBreaks = createLineBreakReader();
  let settled = nothingSettled();
  let lastText = "";
  let lastBlocks: Groups<Block> = [];
  let wasGrowing = false;
  return {
    split: (written, isGrowing) => {
      const text = readLineBreaks(written);
      if (text === lastText && isGrowing === wasGrowing) return lastBlocks;
      if (!beginsWith(text, lastText)) settled = nothingSettled();
      lastBlocks = withOldGroups(lastBlocks, readOn(settled, lastBlocks, text, isGrowing));
      settled.blocks = withOldGroups(lastBlocks, settled.blocks);
      lastText = text;
      wasGrowing = isGrowing;
      return lastBlocks;
    },
  };
}

function nothingSettled(): Settled {
  return { end: 0, context: "", blocks: [], list: undefined, fence: undefined };
}

/** All blocks of the text, with the objects of `before` where nothing changed. */
function readOn(settled: Settled, before: Groups<Block>, text: string, isGrowing: boolean): Groups<Block> {
  if (settled.fence !== undefined) {
    const { fence, language } = settled.fence;
    const end = fence.read(text);
    const block = reuseBlock(itemAt(before, countOf(settled.blocks)), {
      kind: "code",
      language,
      isClosed: end !== undefined,
      lines: fence.pieces(text),
    });
    if (end === undefined) return appended(settled.blocks, [block]);
    settled.blocks = appended(settled.blocks, [block]);
    settled.fence = undefined;
    settled.end = end;
    settled.context = "";
  }
  const tail = readTail(settled, before, text, isGrowing);
  const all = appended(settled.blocks, tail.blocks);
  settle(settled, text, tail);
  return all;
}

function readTail(settled: Settled, before: Groups<Block>, text: string, isGrowing: boolean): Tail {
  const { context, list } = settled;
  const source = context + text.slice(settled.end);
  const base = settled.end - context.length;
  const nodes = parseBlocks(source).filter((node) => endOf(node) > context.length);
  const growingEnd = isGrowing ? source.length : undefined;
  const firstIndex = countOf(settled.blocks);
  const blocks = nodes.map((node, index) => {
    const block = readBlock(node, {
      source,
      base,
      next: nodes[index + 1],
      context: index === 0 ? context : contextAfter(nodes[index - 1], node, source),
      growingEnd,
    });
    const whole = index === 0 && list && block.kind === "list" ? joinedList(list, block) : block;
    return reuseBlock(itemAt(before, firstIndex + index), whole);
  });
  return { source, base, nodes, blocks };
}

/** Moves the end of what is settled behind all but the last two blocks, or all but the last two items of a last list. */
function settle(settled: Settled, text: string, tail: Tail): void {
  const { source, base, nodes, blocks } = tail;
  const last = nodes.at(-1);
  const lastBlock = blocks.at(-1);
  if (last?.type === "code" && lastBlock?.kind === "code" && !lastBlock.isClosed) {
    const fence = sliceStart(source, last) === startOf(last) ? openFence(text, base + startOf(last)) : undefined;
    if (fence !== undefined) {
      settled.blocks = appended(settled.blocks, blocks.slice(0, -1));
      settled.list = undefined;
      settled.fence = { fence, language: lastBlock.language };
      settled.end = base + startOf(last);
      return;
    }
  }
  settleBefore(settled, tail, last?.type === "list" && last.children.length > 2 ? 1 : 2);
}

function settleBefore(settled: Settled, { source, base, nodes, blocks }: Tail, openCount: number): void {
  const kept = Math.max(0, nodes.length - openCount);
  const first = nodes[kept];
  const block = blocks[kept];
  if (first === undefined || block === undefined) return;
  settled.blocks = appended(settled.blocks, blocks.slice(0, kept));
  const before = kept === 0 ? settled.list : undefined;
  settled.list = before;
  settled.end = base + sliceStart(source, first);
  if (kept > 0) settled.context = contextAfter(nodes[kept - 1], first, source);
  if (first.type !== "list" || block.kind !== "list") return;
  const from = first.children.at(-2);
  if (from === undefined || first.children.length <= 2) return;
  const done = { ...first, children: first.children.slice(0, -2) };
  settled.list = {
    ...block,
    pieces: firstOf(block.pieces, countOf(block.pieces) - 2),
    isLoose: before?.isLoose || isLoose(done, source, from),
    hasTasks: before?.hasTasks || hasTasks(done),
  };
  settled.end = base + sliceStart(source, from);
  settled.context = "";
}

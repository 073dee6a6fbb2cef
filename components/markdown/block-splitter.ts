import { type OpenFence, openFence } from "./open-fence";
import { type BlockNode, contextAfter, endOf, parseBlocks, sliceStart, startOf } from "./parse-blocks";
import { type References, readReferences } from "./references";

/** Text that is parsed by itself: a block, or an item of a list. The same object as long as nothing of it changes. */
export type Piece = References & {
  readonly source: string;
  /** A line that must stand before it when it is parsed, or "". */
  readonly context: string;
};

/** A block of a message. */
export type Block =
  | ({ readonly kind: "text" } & Piece)
  /** Defines something and shows nothing in its place. */
  | ({ readonly kind: "silent" } & Piece)
  | { readonly kind: "code"; readonly language: string | undefined; readonly pieces: readonly string[] }
  | {
      readonly kind: "list";
      /** The number of the first item, undefined for a list with bullets. */
      readonly start: number | undefined;
      readonly isLoose: boolean;
      readonly hasTasks: boolean;
      readonly items: readonly Piece[];
    };

type List = Extract<Block, { kind: "list" }>;
type ListNode = Extract<BlockNode, { type: "list" }>;
type Code = Extract<Block, { kind: "code" }>;

/** What is known for good: everything before `end`, whatever comes. */
type Settled = {
  end: number;
  /** A line that must stand before what begins at `end` when that is parsed, or "". */
  context: string;
  readonly blocks: Block[];
  /** The list that goes on at `end`. */
  list: List | undefined;
  /** The code block that began before `end` and is open. */
  fence: { readonly fence: OpenFence; readonly language: string | undefined } | undefined;
};

/**
 * Splits a growing text into the blocks of which a parse of the whole text consists, at a cost that does not grow with
 * the text: a line changes the block before it at most, so that the last two blocks (of a list that is open: the last
 * two items) are parsed again and what stands before them never. The lines of an open code block are read once.
 * Any text may follow any other; one that does not continue the last is read from its start. Line breaks become `\n`.
 */
export function createBlockSplitter(): { split: (text: string, isGrowing: boolean) => readonly Block[] } {
  let settled = nothingSettled();
  let lastText = "";
  let lastBlocks: readonly Block[] = [];
  let wasGrowing = false;
  return {
    split: (written, isGrowing) => {
      const text = withOwnLineBreaks(written);
      if (text === lastText && isGrowing === wasGrowing) return lastBlocks;
      if (!text.startsWith(lastText)) settled = nothingSettled();
      lastBlocks = reuse(lastBlocks, readOn(settled, text, isGrowing));
      lastText = text;
      wasGrowing = isGrowing;
      return lastBlocks;
    },
  };
}

/** As every Markdown parser reads it; code then has line breaks of one kind. */
function withOwnLineBreaks(text: string): string {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  return lines.includes("\0") ? lines.replaceAll("\0", "\uFFFD") : lines;
}

function nothingSettled(): Settled {
  return { end: 0, context: "", blocks: [], list: undefined, fence: undefined };
}

function readOn(settled: Settled, text: string, isGrowing: boolean): readonly Block[] {
  if (settled.fence !== undefined) {
    const { fence, language } = settled.fence;
    const end = fence.read(text);
    const block: Code = { kind: "code", language, pieces: fence.pieces(text) };
    if (end === undefined) return [...settled.blocks, block];
    settled.blocks.push(block);
    settled.fence = undefined;
    settled.end = end;
    settled.context = "";
  }
  const { context } = settled;
  const tail = context + text.slice(settled.end);
  const nodes = parseBlocks(tail).filter((node) => endOf(node) > context.length);
  const growingEnd = isGrowing ? tail.length : undefined;
  const blocks = nodes.map((node, index) => {
    const block = readBlock(
      node,
      nodes[index + 1],
      tail,
      growingEnd,
      index === 0 ? context : contextAfter(nodes[index - 1], node, tail),
    );
    return index === 0 && settled.list && block.kind === "list" ? joined(settled.list, block) : block;
  });
  const all = [...settled.blocks, ...blocks];
  settle(settled, text, tail, nodes, blocks);
  return all;
}

/** Moves the end of what is settled behind all but the last two blocks, or all but the last two items of a last list. */
function settle(settled: Settled, text: string, tail: string, nodes: readonly BlockNode[], blocks: readonly Block[]) {
  const last = nodes.at(-1);
  const lastBlock = blocks.at(-1);
  if (last === undefined || lastBlock === undefined) return;
  const base = settled.end - settled.context.length;
  const fence = last.type === "code" ? openFence(text, base + startOf(last)) : undefined;
  if (fence !== undefined && lastBlock.kind === "code" && sliceStart(tail, last) === startOf(last)) {
    if (fence.read(text) !== undefined) return settleBefore(settled, base, tail, nodes, blocks);
    settled.blocks.push(...blocks.slice(0, -1));
    settled.list = undefined;
    settled.fence = { fence, language: lastBlock.language };
    settled.end = base + startOf(last);
    return;
  }
  settleBefore(settled, base, tail, nodes, blocks);
}

function settleBefore(
  settled: Settled,
  base: number,
  tail: string,
  nodes: readonly BlockNode[],
  blocks: readonly Block[],
) {
  const last = nodes.at(-1);
  const isLongList = last?.type === "list" && last.children.length > 2;
  const kept = isLongList ? nodes.length - 1 : Math.max(0, nodes.length - 2);
  const first = nodes[kept];
  const block = blocks[kept];
  if (first === undefined || block === undefined) return;
  settled.blocks.push(...blocks.slice(0, kept));
  if (kept > 0) settled.list = undefined;
  settled.end = base + sliceStart(tail, first);
  if (kept > 0) settled.context = contextAfter(nodes[kept - 1], first, tail);
  if (first.type !== "list" || block.kind !== "list" || first.children.length <= 2) return;
  const from = first.children.at(-2);
  if (from === undefined) return;
  const done = { ...first, children: first.children.slice(0, -2) };
  settled.list = {
    ...block,
    items: block.items.slice(0, -2),
    isLoose: (kept === 0 && settled.list?.isLoose) || isLoose(done, tail, from),
    hasTasks: (kept === 0 && settled.list?.hasTasks) || hasTasks(done),
  };
  settled.end = base + sliceStart(tail, from);
  settled.context = "";
}

function readBlock(
  node: BlockNode,
  next: BlockNode | undefined,
  source: string,
  growingEnd: number | undefined,
  context: string,
): Block {
  if (node.type === "code") {
    const language = node.lang ? node.lang.split(/\s+/)[0] : undefined;
    return { kind: "code", language, pieces: node.value === "" ? [] : [`${node.value}\n`] };
  }
  if (node.type === "list") {
    return {
      kind: "list",
      start: node.ordered ? (node.start ?? 1) : undefined,
      isLoose: isLoose(node, source, undefined),
      hasTasks: hasTasks(node),
      items: node.children.map((item, index) =>
        readPiece(item, node.children[index + 1] ?? next, source, growingEnd, index === 0 ? context : ""),
      ),
    };
  }
  const isSilent = node.type === "definition" || node.type === "footnoteDefinition";
  return { kind: isSilent ? "silent" : "text", ...readPiece(node, next, source, growingEnd, context) };
}

function readPiece(
  node: BlockNode,
  next: BlockNode | undefined,
  source: string,
  growingEnd: number | undefined,
  context: string,
): Piece {
  const text = source.slice(sliceStart(source, node), pieceEnd(source, node, next));
  return { source: text, context, ...readReferences(node, text, growingEnd) };
}

/**
 * The line break belongs to a piece: without it the parser reads some HTML otherwise. What belongs to the next does not,
 * although the parser says so of an empty code block in a list.
 */
function pieceEnd(source: string, node: BlockNode, next: BlockNode | undefined): number {
  const end = Math.min(endOf(node), next === undefined ? source.length : sliceStart(source, next));
  const lineBreak = source.indexOf("\n", end);
  return lineBreak !== -1 && source.slice(end, lineBreak).trim() === "" ? lineBreak + 1 : end;
}

/** Whether blank lines stand between the items (up to `next`, the item behind them) or between the blocks of one. */
function isLoose(list: ListNode, source: string, next: BlockNode | undefined): boolean {
  if (next === undefined) return list.spread === true || list.children.some((item) => item.spread);
  const ends = [...list.children.slice(1), next];
  return list.children.some((item, index) => {
    const following = ends[index];
    if (item.spread || following === undefined) return item.spread === true;
    return source.slice(endOf(item), startOf(following)).split("\n").length > 2;
  });
}

function hasTasks(list: ListNode): boolean {
  return list.children.some((item) => typeof item.checked === "boolean");
}

function joined(before: List, after: List): List {
  return {
    ...before,
    isLoose: before.isLoose || after.isLoose,
    hasTasks: before.hasTasks || after.hasTasks,
    items: [...before.items, ...after.items],
  };
}

/** The new blocks, with the old objects where nothing of them changed. */
function reuse(before: readonly Block[], after: readonly Block[]): readonly Block[] {
  return after.map((block, index) => {
    const old = before[index];
    if (old === undefined || old === block || old.kind !== block.kind) return block;
    if (old.kind === "code" && block.kind === "code") {
      return old.language === block.language && isSameSequence(old.pieces, block.pieces) ? old : block;
    }
    if (old.kind === "list" && block.kind === "list") return reuseList(old, block);
    if (old.kind === "code" || old.kind === "list" || block.kind === "code" || block.kind === "list") return block;
    return isSamePiece(old, block) ? old : block;
  });
}

function reuseList(old: List, list: List): List {
  const items = list.items.map((item, index) => {
    const before = old.items[index];
    return before !== undefined && isSamePiece(before, item) ? before : item;
  });
  const isSame = old.start === list.start && old.isLoose === list.isLoose && old.hasTasks === list.hasTasks;
  return isSame && isSameSequence(old.items, items) ? old : { ...list, items };
}

/** Equal text has equal references, but for a definition that was still being written. */
function isSamePiece(one: Piece, other: Piece): boolean {
  return (
    one === other ||
    (one.source === other.source &&
      one.context === other.context &&
      one.definitions.length === other.definitions.length)
  );
}

/** Whether two lists hold the same objects in the same order. */
export function isSameSequence(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

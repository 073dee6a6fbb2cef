import type { Block, Piece } from "./block";
import { appended } from "./groups";
import { codePieces, openFence } from "./open-fence";
import { type BlockNode, endOf, sliceStart, startOf } from "./parse-blocks";
import { readReferences } from "./references";

export type ListNode = Extract<BlockNode, { type: "list" }>;

/** Where a node stands: what is behind it, and what must stand before it when it is parsed alone. */
export type Surroundings = {
  readonly source: string;
  /** Where `source` would begin in the whole text. */
  readonly base: number;
  readonly next: BlockNode | undefined;
  readonly context: string;
  /** Where the text ends that is still being written. */
  readonly growingEnd: number | undefined;
};

/** The block that a node of the tree makes. */
export function readBlock(node: BlockNode, surroundings: Surroundings): Block {
  const { source, next, context } = surroundings;
  if (node.type === "code") {
    const language = node.lang ? node.lang.split(/\s+/)[0] : undefined;
    const isClosed = next !== undefined || openFence(source, startOf(node))?.read(source) !== undefined;
    return { kind: "code", language, isClosed, lines: codePieces(`${node.value}\n`) };
  }
  if (node.type === "list") {
    const items = node.children.map((item, index) =>
      readPiece(item, {
        ...surroundings,
        next: node.children[index + 1] ?? next,
        context: index === 0 ? context : "",
      }),
    );
    return {
      kind: "list",
      start: node.ordered ? (node.start ?? 1) : undefined,
      isLoose: isLoose(node, source, undefined),
      hasTasks: hasTasks(node),
      pieces: appended([], items),
    };
  }
  const isSilent = node.type === "definition" || node.type === "footnoteDefinition";
  return { kind: isSilent ? "silent" : "text", pieces: [[readPiece(node, surroundings)]] };
}

/** Whether blank lines stand between the items (up to `next`, the item behind them) or between the blocks of one. */
export function isLoose(list: ListNode, source: string, next: BlockNode | undefined): boolean {
  if (next === undefined) return list.spread === true || list.children.some((item) => item.spread);
  const ends = [...list.children.slice(1), next];
  return list.children.some((item, index) => {
    const following = ends[index];
    if (item.spread || following === undefined) return item.spread === true;
    return source.slice(endOf(item), startOf(following)).split("\n").length > 2;
  });
}

export function hasTasks(list: ListNode): boolean {
  return list.children.some((item) => typeof item.checked === "boolean");
}

function readPiece(node: BlockNode, { source, base, next, context, growingEnd }: Surroundings): Piece {
  const start = sliceStart(source, node);
  const text = source.slice(start, pieceEnd(source, node, next));
  return { source: text, start: base + start, context, ...readReferences(node, text, growingEnd) };
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

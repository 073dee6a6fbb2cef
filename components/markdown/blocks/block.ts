import { appended, type Groups, isSameSequence, withOldGroups } from "./groups";
import type { References } from "./references";

/** Text that is parsed by itself: a block, or an item of a list. The same object as long as nothing of it changes. */
export type Piece = References & {
  readonly source: string;
  /** Where `source` begins in the whole text. */
  readonly start: number;
  /** A line that must stand before it when it is parsed, or "". */
  readonly context: string;
};

/** A block of a message. */
export type Block =
  | { readonly kind: "text"; readonly pieces: Groups<Piece> }
  /** Defines something and shows nothing in its place. */
  | { readonly kind: "silent"; readonly pieces: Groups<Piece> }
  | Code
  | List;

export type Code = {
  readonly kind: "code";
  readonly language: string | undefined;
  readonly isClosed: boolean;
  /** Whole lines; the last piece may still grow. */
  readonly lines: readonly string[];
};

export type List = {
  readonly kind: "list";
  /** The number of the first item, undefined for a list with bullets. */
  readonly start: number | undefined;
  readonly isLoose: boolean;
  readonly hasTasks: boolean;
  /** One an item. */
  readonly pieces: Groups<Piece>;
};

/** A list and what goes on with it. */
export function joinedList(before: List, after: List): List {
  return {
    ...before,
    isLoose: before.isLoose || after.isLoose,
    hasTasks: before.hasTasks || after.hasTasks,
    pieces: appended(before.pieces, after.pieces.flat()),
  };
}

/** The new block, with the old objects where nothing of them changed. */
export function reuseBlock(old: Block | undefined, block: Block): Block {
  if (old === undefined || old === block) return block;
  if (old.kind === "code" && block.kind === "code") {
    const isSame = old.language === block.language && old.isClosed === block.isClosed;
    return isSame && isSameSequence(old.lines, block.lines) ? old : block;
  }
  if (old.kind === "code" || block.kind === "code") return block;
  const pieces = reusePieces(old.pieces, block.pieces);
  if (old.kind === "list" && block.kind === "list") {
    const isSame = old.start === block.start && old.isLoose === block.isLoose && old.hasTasks === block.hasTasks;
    return isSame && old.pieces === pieces ? old : { ...block, pieces };
  }
  if (old.kind === block.kind && old.pieces === pieces) return old;
  return { ...block, pieces };
}

function reusePieces(before: Groups<Piece>, after: Groups<Piece>): Groups<Piece> {
  const groups = after.map((group, index) => {
    const old = before[index];
    if (old === undefined || old === group) return group;
    return group.map((piece, at) => {
      const was = old[at];
      return was !== undefined && isSamePiece(was, piece) ? was : piece;
    });
  });
  return withOldGroups(before, groups);
}

/** Equal text has equal references, but for a definition that was still being written. */
function isSamePiece(one: Piece, other: Piece): boolean {
  return (
    one === other ||
    (one.source === other.source &&
      one.start === other.start &&
      one.context === other.context &&
      one.definitions.length === other.definitions.length)
  );
}

import type { Block, Piece } from "./block";
import { awaitedBy, createDefinitionIndex, type Definitions, prefixOf } from "./definitions";
import { type Groups, isSameSequence, withOldGroups } from "./groups";
import { type FootnoteReading, type Footnotes, isActive, NO_FOOTNOTES, numberFootnotes } from "./number-footnotes";
import { readFootnotes } from "./read-footnotes";
import { squashLabel } from "./references";

/** A piece with all that its parse needs to know of the others; equal strings make an equal picture. */
export type ResolvedPiece = {
  readonly source: string;
  /** Where `source` begins in the whole text. */
  readonly start: number;
  /** Text to be put before it: the definitions that it uses. */
  readonly prefix: string;
  /** Its footnote references in order, each as `number.occurrence`, or `number` where the footnote is still to come. */
  readonly marks: string;
};

/** The pieces of a block: none for code, one for text, one an item for a list. */
export type ResolvedBlock = Groups<ResolvedPiece>;

export type Resolved = {
  /** For each group of blocks its blocks. */
  readonly groups: Groups<ResolvedBlock>;
  readonly footnotes: Footnotes | undefined;
};

/** A part of the text resolved: what it comes to depends on the footnotes before it only where it has some itself. */
type Part<Result> = {
  readonly result: Result;
  readonly isActive: boolean;
  readonly before: Footnotes;
  readonly after: Footnotes;
};

/**
 * Gives every piece the definitions that it uses and no others, and numbers the footnotes in the order of their first
 * reference. What refers to nothing new is returned as the same object, and is not looked at again.
 */
export function createReferenceResolver(): (groups: Groups<Block>, isGrowing: boolean) => Resolved {
  const index = createDefinitionIndex();
  const groupParts = new WeakMap<readonly Block[], Part<readonly ResolvedBlock[]>>();
  const unitParts = new WeakMap<readonly Piece[], Part<readonly ResolvedPiece[]>>();
  const resolvedBlocks = new WeakMap<Block, ResolvedBlock>();
  const resolvedPieces = new WeakMap<Piece, ResolvedPiece>();
  const readings = new WeakMap<Piece, { readonly prefix: string; readonly reading: FootnoteReading }>();
  let lastGroups: Groups<Block> = [];
  let lastFootnotes: Footnotes = NO_FOOTNOTES;
  let isAwaiting = false;

  const forget = (labels: readonly string[]): void => {
    for (const blocks of lastGroups) {
      if (!index.mentions({ blocks }, labels)) continue;
      groupParts.delete(blocks);
      for (const pieces of blocks.flatMap(unitsOf)) if (index.mentions({ pieces }, labels)) unitParts.delete(pieces);
    }
  };

  return (groups, isGrowing) => {
    const { definitions, changed } = index.update(groups);
    const settled = isGrowing === isAwaiting ? [] : awaitedIn(lastGroups, definitions);
    isAwaiting = isGrowing;
    if (changed.length + settled.length > 0) forget([...changed, ...settled]);
    lastGroups = groups;
    let footnotes = NO_FOOTNOTES;
    const resolved = groups.map((blocks, at) => {
      const part = resolveGroup(blocks, footnotes, definitions, isGrowing && at === groups.length - 1);
      footnotes = part.isActive ? part.after : footnotes;
      return part.result;
    });
    if (!isSameFootnotes(lastFootnotes, footnotes)) lastFootnotes = footnotes;
    return { groups: resolved, footnotes: footnotes.references.length === 0 ? undefined : lastFootnotes };
  };

  function resolveGroup(blocks: readonly Block[], before: Footnotes, definitions: Definitions, isEnd: boolean) {
    return remembered(groupParts, blocks, before, isEnd, () => {
      let after = before;
      let isAnyActive = false;
      const result = blocks.map((block, at) => {
        const units = unitsOf(block).map((pieces, unit, all) => {
          const isLast = isEnd && at === blocks.length - 1 && unit === all.length - 1;
          const part = resolveUnit(pieces, after, definitions, isLast);
          after = part.isActive ? part.after : after;
          isAnyActive ||= part.isActive;
          return part.result;
        });
        const old = resolvedBlocks.get(block);
        const resolved = old === undefined ? units : withOldGroups(old, units);
        resolvedBlocks.set(block, resolved);
        return resolved;
      });
      return { result, isActive: isAnyActive, after };
    });
  }

  function resolveUnit(pieces: readonly Piece[], before: Footnotes, definitions: Definitions, isEnd: boolean) {
    return remembered(unitParts, pieces, before, isEnd, () => {
      const prefixes = pieces.map((piece) => prefixOf(piece, definitions, isAwaiting));
      const found = pieces.map((piece, at) =>
        read(piece, prefixes[at] ?? "", definitions, isEnd && at === pieces.length - 1),
      );
      const isAnyActive = found.some(isActive);
      const numbered = isAnyActive ? numberFootnotes(before, found, isDefined(definitions)) : undefined;
      const result = pieces.map((piece, at) => keep(piece, prefixes[at] ?? "", numbered?.marks[at] ?? ""));
      return { result, isActive: isAnyActive, after: numbered?.after ?? before };
    });
  }

  /** The end of a text that is being written is closed as it is drawn, so that what it says is true only now. */
  function read(piece: Piece, prefix: string, definitions: Definitions, isEnd: boolean): FootnoteReading {
    const old = readings.get(piece);
    if (old?.prefix === prefix && !isEnd) return old.reading;
    const reading = readFootnotes(piece, prefix, definitions, isEnd);
    if (!isEnd) readings.set(piece, { prefix, reading });
    return reading;
  }

  function keep(piece: Piece, prefix: string, marks: string): ResolvedPiece {
    const old = resolvedPieces.get(piece);
    if (old?.prefix === prefix && old.marks === marks) return old;
    const resolved = { source: piece.source, start: piece.start, prefix, marks };
    resolvedPieces.set(piece, resolved);
    return resolved;
  }
}

function remembered<Key extends object, Result>(
  parts: WeakMap<Key, Part<Result>>,
  key: Key,
  before: Footnotes,
  isEnd: boolean,
  resolve: () => Omit<Part<Result>, "before">,
): Part<Result> {
  const old = parts.get(key);
  if (old !== undefined && !isEnd && (!old.isActive || old.before === before)) return old;
  const part = { ...resolve(), before };
  if (!isEnd) parts.set(key, part);
  return part;
}

/** What is drawn as a reference only for as long as the text goes on. */
function awaitedIn(groups: Groups<Block>, definitions: Definitions): readonly string[] {
  const pieces = groups.flat().flatMap(unitsOf).flat();
  return [...new Set(pieces.flatMap((piece) => awaitedBy(piece, definitions)).map(squashLabel))];
}

function isDefined({ footnotes }: Definitions): (identifier: string) => boolean {
  return (identifier) => footnotes.has(`^${squashLabel(identifier)}`);
}

const NO_UNITS: Groups<Piece> = [];

function unitsOf(block: Block): Groups<Piece> {
  return block.kind === "code" ? NO_UNITS : block.pieces;
}

function isSameFootnotes(one: Footnotes, other: Footnotes): boolean {
  return (
    one === other ||
    (isSameSequence(one.references, other.references) &&
      isSameSequence(one.notes, other.notes) &&
      isSameSequence(one.definitions, other.definitions))
  );
}

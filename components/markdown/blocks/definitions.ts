import type { Block, Piece } from "./block";
import { type Groups, isSameSequence } from "./groups";
import type { Definition } from "./parse-blocks";
import { definingText, isFootnote, squashLabel } from "./references";

/** What the whole text defines, by squashed label (`^` before that of a footnote); of two of one name the first counts. */
export type Definitions = {
  readonly addresses: ReadonlyMap<string, readonly Definition[]>;
  /** Names of footnotes. */
  readonly footnotes: ReadonlyMap<string, readonly string[]>;
};

/** Labels and definitions of a part of the text; made once for each part that stays the same. */
type Summary = {
  readonly defining: readonly Piece[];
  readonly labels: readonly ReadonlySet<string>[];
};

/** Follows the definitions of a growing text: what is defined now, and which parts refer to what has changed. */
export function createDefinitionIndex() {
  const summaries = new WeakMap<object, Summary>();
  let lastDefining: readonly Piece[] = [];
  let definitions: Definitions = { addresses: new Map(), footnotes: new Map() };

  const summaryOf = (part: readonly Piece[] | readonly Block[], make: () => Summary): Summary => {
    const summary = summaries.get(part) ?? make();
    summaries.set(part, summary);
    return summary;
  };
  const ofPieces = (pieces: readonly Piece[]): Summary =>
    summaryOf(pieces, () => ({
      defining: pieces.filter((piece) => piece.definitions.length > 0 || piece.footnotes.length > 0),
      labels: [new Set(pieces.flatMap((piece) => [...piece.labels]))],
    }));
  const ofBlocks = (blocks: readonly Block[]): Summary =>
    summaryOf(blocks, () =>
      joined(blocks.flatMap((block) => (block.kind === "code" ? [] : block.pieces.map(ofPieces)))),
    );

  return {
    /** Reads the text as it is now; returns the labels whose definition is another than at the last call. */
    update: (groups: Groups<Block>): { definitions: Definitions; changed: readonly string[] } => {
      const defining = groups.flatMap((group) => ofBlocks(group).defining);
      if (isSameSequence(defining, lastDefining)) return { definitions, changed: [] };
      const before = definitions;
      lastDefining = defining;
      definitions = collect(defining);
      const changed = [
        ...changedKeys(before.addresses, definitions.addresses),
        ...changedKeys(before.footnotes, definitions.footnotes),
      ];
      return { definitions, changed };
    },
    /** Whether a part refers, or may refer, to one of these labels. */
    mentions: (
      part: { blocks: readonly Block[] } | { pieces: readonly Piece[] },
      labels: readonly string[],
    ): boolean => {
      const summary = "blocks" in part ? ofBlocks(part.blocks) : ofPieces(part.pieces);
      return summary.labels.some((set) => labels.some((label) => set.has(label)));
    },
  };
}

/** Of the labels that a piece is sure to mean as references those that nothing defines so far. */
export function awaitedBy(piece: Piece, { addresses, footnotes }: Definitions): readonly string[] {
  return piece.meant.filter((label) => !(isFootnote(label) ? footnotes : addresses).has(squashLabel(label)));
}

/**
 * Text to be put before a piece when it is parsed alone: the definitions that it uses, and its context. While the text
 * goes on (`isAwaiting`) what it awaits is drawn as a reference too, so that it has its width before it is defined.
 */
export function prefixOf(piece: Piece, definitions: Definitions, isAwaiting: boolean): string {
  const { addresses, footnotes } = definitions;
  const awaited = isAwaiting ? awaitedBy(piece, definitions) : [];
  const isNothingDefined = addresses.size === 0 && footnotes.size === 0 && awaited.length === 0;
  if (piece.labels.size === 0 || isNothingDefined) return piece.context;
  const labels = [...piece.labels];
  const defined = definingText(
    labels.flatMap((label) => addresses.get(label) ?? []),
    labels.flatMap((label) => footnotes.get(label) ?? []),
    awaited,
  );
  return defined + piece.context;
}

function joined(summaries: readonly Summary[]): Summary {
  return {
    defining: summaries.flatMap(({ defining }) => defining),
    labels: summaries.flatMap(({ labels }) => labels).filter((labels) => labels.size > 0),
  };
}

function collect(pieces: readonly Piece[]): Definitions {
  const addresses = new Map<string, Definition[]>();
  const footnotes = new Map<string, string[]>();
  for (const piece of pieces) {
    for (const definition of piece.definitions) {
      const label = squashLabel(definition.identifier);
      const same = addresses.get(label) ?? [];
      if (!same.some(({ identifier }) => identifier === definition.identifier)) same.push(definition);
      addresses.set(label, same);
    }
    for (const identifier of piece.footnotes) {
      const label = `^${squashLabel(identifier)}`;
      const same = footnotes.get(label) ?? [];
      if (!same.includes(identifier)) same.push(identifier);
      footnotes.set(label, same);
    }
  }
  return { addresses, footnotes };
}

function changedKeys<Value>(
  before: ReadonlyMap<string, readonly Value[]>,
  after: ReadonlyMap<string, readonly Value[]>,
): string[] {
  const isOther = (label: string) => !isSameSequence(before.get(label) ?? [], after.get(label) ?? []);
  return [...new Set([...before.keys(), ...after.keys()])].filter(isOther);
}

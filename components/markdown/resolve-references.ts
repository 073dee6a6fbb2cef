import type { Block, Piece } from "./block-splitter";
import { isSameSequence } from "./block-splitter";
import { closeOpenEnds } from "./close-open-ends";
import { type BlockNode, type Definition, endOf, type FootnoteDefinition, parseBlocks } from "./parse-blocks";
import { definingText, squashLabel } from "./references";

/** A piece with all that its parse needs to know of the others; equal strings make an equal picture. */
export type ResolvedPiece = {
  readonly source: string;
  /** Text to be put before it: the definitions that it uses. */
  readonly prefix: string;
  /** Its footnote references in order, each as `number.occurrence`. */
  readonly marks: string;
};

/** The footnotes at the end of a message. */
export type Footnotes = {
  /** One entry a reference, in the order of the text. */
  readonly references: readonly string[];
  readonly notes: readonly FootnoteDefinition[];
  readonly definitions: readonly Definition[];
};

export type Resolved = {
  /** For each block its pieces: none for code, one for text, one an item for a list. */
  readonly blocks: readonly (readonly ResolvedPiece[])[];
  readonly footnotes: Footnotes | undefined;
};

type Reading = {
  readonly prefix: string;
  readonly references: readonly string[];
  readonly notes: readonly FootnoteDefinition[];
};

/**
 * Gives every piece the definitions that it uses and no others, and numbers the footnotes in the order of their first
 * reference. A piece that refers to nothing is returned as the same object each time.
 */
export function createReferenceResolver(): (blocks: readonly Block[], isGrowing: boolean) => Resolved {
  const readings = new WeakMap<Piece, Reading>();
  const resolvedPieces = new WeakMap<Piece, ResolvedPiece>();
  const resolvedBlocks = new WeakMap<Block, readonly ResolvedPiece[]>();
  let prefixes = new WeakMap<Piece, string>();
  let lastDefined: readonly unknown[] = [];
  let lastFootnotes: Footnotes | undefined;

  return (blocks, isGrowing) => {
    const pieces = blocks.map(piecesOf);
    const { definitions, footnotes } = collect(pieces);
    const defined = [...[...definitions.values()].flat(), ...[...footnotes.values()].flat()];
    if (!isSameSequence(defined, lastDefined)) prefixes = new WeakMap();
    lastDefined = defined;
    const last = isGrowing ? pieces.at(-1)?.at(-1) : undefined;
    const references: string[] = [];
    const counts = new Map<string, number>();
    const notes = new Map<string, FootnoteDefinition>();
    const numbers = new Map<string, number>();
    const usedInNotes = new Set<Definition>();

    const resolvePiece = (piece: Piece): ResolvedPiece => {
      const old = resolvedPieces.get(piece);
      if (old !== undefined && defined.length === 0 && old.prefix === piece.context && old.marks === "") return old;
      const prefix = prefixes.get(piece) ?? prefixOf(piece, definitions, footnotes);
      prefixes.set(piece, prefix);
      const reading = footnotes.size === 0 ? undefined : read(piece, prefix);
      for (const note of reading?.notes ?? []) if (!notes.has(note.identifier)) notes.set(note.identifier, note);
      if (piece.footnotes.length > 0) {
        for (const label of piece.labels) for (const used of definitions.get(label) ?? []) usedInNotes.add(used);
      }
      const marks = (reading?.references ?? []).map((identifier) => {
        references.push(identifier);
        const occurrence = (counts.get(identifier) ?? 0) + 1;
        counts.set(identifier, occurrence);
        const number = numbers.get(identifier) ?? numbers.size + 1;
        numbers.set(identifier, number);
        return `${number}.${occurrence}`;
      });
      const resolved = { source: piece.source, prefix, marks: marks.join(" ") };
      if (old !== undefined && old.prefix === prefix && old.marks === resolved.marks) return old;
      resolvedPieces.set(piece, resolved);
      return resolved;
    };

    const read = (piece: Piece, prefix: string): Reading | undefined => {
      if (piece.footnotes.length === 0 && !prefix.startsWith("[^")) return undefined;
      const old = readings.get(piece);
      if (old !== undefined && old.prefix === prefix && piece !== last) return old;
      const reading = { prefix, ...readFootnotes(piece, prefix, piece === last) };
      if (piece !== last) readings.set(piece, reading);
      return reading;
    };

    const resolved = blocks.map((block, index) => {
      const next = (pieces[index] ?? []).map(resolvePiece);
      const old = resolvedBlocks.get(block);
      if (old?.every((piece, at) => piece === next[at])) return old;
      resolvedBlocks.set(block, next);
      return next;
    });
    const next = { references, notes: [...notes.values()], definitions: [...usedInNotes] };
    if (lastFootnotes === undefined || !isSameFootnotes(lastFootnotes, next)) lastFootnotes = next;
    return { blocks: resolved, footnotes: references.length === 0 ? undefined : lastFootnotes };
  };
}

function isSameFootnotes(one: Footnotes, other: Footnotes): boolean {
  return (
    isSameSequence(one.references, other.references) &&
    isSameSequence(one.notes, other.notes) &&
    isSameSequence(one.definitions, other.definitions)
  );
}

const NO_PIECES: readonly Piece[] = [];

function piecesOf(block: Block): readonly Piece[] {
  if (block.kind === "code") return NO_PIECES;
  return block.kind === "list" ? block.items : [block];
}

type Collected = {
  readonly definitions: ReadonlyMap<string, readonly Definition[]>;
  readonly footnotes: ReadonlyMap<string, readonly string[]>;
};

/** What the whole text defines, by squashed label; of two definitions of one name the first counts. */
function collect(pieces: readonly (readonly Piece[])[]): Collected {
  const definitions = new Map<string, Definition[]>();
  const footnotes = new Map<string, string[]>();
  for (const piece of pieces.flat()) {
    for (const definition of piece.definitions) {
      const label = squashLabel(definition.identifier);
      const same = definitions.get(label) ?? [];
      if (!same.some(({ identifier }) => identifier === definition.identifier)) same.push(definition);
      definitions.set(label, same);
    }
    for (const identifier of piece.footnotes) {
      const label = `^${squashLabel(identifier)}`;
      const same = footnotes.get(label) ?? [];
      if (!same.includes(identifier)) same.push(identifier);
      footnotes.set(label, same);
    }
  }
  return { definitions, footnotes };
}

function prefixOf(piece: Piece, definitions: Collected["definitions"], footnotes: Collected["footnotes"]): string {
  if (piece.labels.size === 0 || (definitions.size === 0 && footnotes.size === 0)) return piece.context;
  const labels = [...piece.labels];
  const defined = definingText(
    labels.flatMap((label) => definitions.get(label) ?? []),
    labels.flatMap((label) => footnotes.get(label) ?? []),
  );
  return defined + piece.context;
}

function readFootnotes(piece: Piece, prefix: string, isGrowing: boolean): Omit<Reading, "prefix"> {
  const value = prefix + piece.source;
  const tree = { type: "root", children: parseBlocks(value) };
  if (isGrowing) closeOpenEnds()(tree, { value });
  const own = tree.children.filter((node) => endOf(node) > prefix.length);
  const references: string[] = [];
  const notes: FootnoteDefinition[] = [];
  for (const node of own) findFootnotes(node, references, notes);
  return { references, notes };
}

/** References inside a footnote are counted when the footnote is drawn, and are not looked for here (`references` undefined). */
function findFootnotes(node: BlockNode, references: string[] | undefined, notes: FootnoteDefinition[]): void {
  if (node.type === "footnoteReference") references?.push(node.identifier);
  if (node.type === "footnoteDefinition") notes.push(node);
  if (!("children" in node)) return;
  const within = node.type === "footnoteDefinition" ? undefined : references;
  for (const child of node.children) findFootnotes(child, within, notes);
}

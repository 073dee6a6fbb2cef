import type { WireMessage } from "@/lib/protocol";
import { annotationsOf, saidIn } from "./content-extras";
import { type Fields, isFields } from "./fields";

/** A place in an answer's text, behind the words that these sources are named for. */
export type Citation = {
  /** How many characters of the text stand before it. */
  readonly at: number;
  /** Places in the list of sources, from 0. */
  readonly sources: readonly number[];
};

/** Reads where the pieces of one message name their sources. */
export type CitationReader = {
  /** A piece of a message of which `length` characters are known; `sourceOf` says which source an annotation names. */
  read(content: WireMessage["content"], length: number, sourceOf: (annotation: unknown) => number): void;
  /** By their place in `text`. Of a message that is still written only those whose place nothing will change. */
  citations(text: string, isOpen: boolean): readonly Citation[];
};

/** A text block of the message; what is written of it so far. */
type Passage = { readonly key: unknown; readonly start: number; end: number; isCited: boolean };
type Mark = { readonly source: number } & ({ readonly end: number } | { readonly passage: Passage });

const NONE: readonly Citation[] = [];

/**
 * Providers say it in two ways: a range of the block's text (OpenAI), or the block itself is what is cited (Anthropic). A
 * range that is empty says nothing of a place. Pieces of one block carry its `index`; those without one go on in the last
 * block until something was cited there, but in a message that came whole (`isWhole`) each is a block.
 */
export function createCitationReader(isWhole: boolean): CitationReader {
  const marks: Mark[] = [];
  let last: Passage | undefined;

  function passageOf(key: unknown, start: number): Passage {
    const goesOn = last !== undefined && last.key === key && !isWhole && (key !== undefined || !last.isCited);
    if (last === undefined || !goesOn) last = { key, start, end: start, isCited: false };
    return last;
  }

  function readBlock(block: Fields, length: number, sourceOf: (annotation: unknown) => number): number {
    const passage = passageOf(block.index, length);
    const end = length + (typeof block.text === "string" ? block.text.length : 0);
    passage.end = end;
    for (const annotation of annotationsOf(block)) {
      const source = sourceOf(annotation);
      if (source === -1) continue;
      passage.isCited = true;
      const range = rangeOf(annotation as Fields); // it names a source: it has fields
      if (range === "none") marks.push({ source, passage });
      else if (range !== "empty") marks.push({ source, end: passage.start + range });
    }
    return end;
  }

  return {
    read: (content, length, sourceOf) => {
      let end = length;
      if (!Array.isArray(content)) return;
      for (const block of content) {
        if (typeof block === "string") end += block.length;
        else if (isFields(block) && block.type === "text") end = readBlock(block, end, sourceOf);
      }
    },
    citations: (text, isOpen) => {
      if (marks.length === 0) return NONE;
      const places = new Map<number, number[]>();
      for (const mark of marks) {
        const end = "end" in mark ? mark.end : isOpen && mark.passage === last ? undefined : mark.passage.end;
        if (end === undefined || (isOpen && end > text.length)) continue;
        const at = withoutSpace(text, Math.min(end, text.length));
        const sources = places.get(at) ?? [];
        if (!sources.includes(mark.source)) places.set(at, [...sources, mark.source]);
      }
      return [...places].map(([at, sources]) => ({ at, sources })).sort((one, other) => one.at - other.at);
    },
  };
}

/** Where in its block's text the cited words end. */
function rangeOf(annotation: Fields): number | "none" | "empty" {
  const said = saidIn(annotation);
  const start = said.start_index ?? said.startIndex ?? undefined;
  const end = said.end_index ?? said.endIndex ?? undefined;
  if (start === undefined && end === undefined) return "none";
  return typeof end === "number" && Number.isInteger(end) && end > (typeof start === "number" ? start : 0)
    ? end
    : "empty";
}

/** A mark stands at the words, not behind the space that follows them. */
function withoutSpace(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

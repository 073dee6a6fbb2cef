import { type BlockNode, type Definition, endOf, nodesIn } from "./parse-blocks";

/** What a piece of text says about addresses and footnotes, for itself and for others. */
export type References = {
  /** Labels in brackets, squashed: it may refer to these, and surely to no others. */
  readonly labels: ReadonlySet<string>;
  readonly definitions: readonly Definition[];
  /** Names of footnotes whose text stands here. */
  readonly footnotes: readonly string[];
  /** Labels of `[words][label]` and `[^label]`, as they are written: meant for a definition that may be still to come. */
  readonly meant: readonly string[];
};

const NO_REFERENCES: References = { labels: new Set(), definitions: [], footnotes: [], meant: [] };

/** Reads the references of a node; `source` is its text. Definitions that end at `growingEnd` are still being written. */
export function readReferences(node: BlockNode, source: string, growingEnd: number | undefined): References {
  if (!source.includes("[")) return NO_REFERENCES;
  const definitions: Definition[] = [];
  const footnotes: string[] = [];
  for (const inner of nodesIn(node)) {
    if (inner.type === "definition" && endOf(inner) !== growingEnd) definitions.push(inner);
    if (inner.type === "footnoteDefinition") footnotes.push(inner.identifier);
  }
  return { labels: labelsIn(source), definitions, footnotes, meant: meantIn(source) };
}

/**
 * Text that defines `definitions` and the footnotes of these names, to be put before a block that uses them. What is
 * `awaited`, by its written label, is defined as nothing: a link without an address.
 */
export function definingText(
  definitions: readonly Definition[],
  footnotes: readonly string[],
  awaited: readonly string[] = [],
): string {
  if (definitions.length + footnotes.length + awaited.length === 0) return "";
  const lines = [
    ...footnotes.map((identifier) => `[^${identifier}]: -\n\n`),
    ...awaited.filter(isFootnote).map((label) => `[${label}]: -\n\n`),
    ...awaited.filter((label) => !isFootnote(label)).map((label) => `[${label}]: <>\n`),
    ...definitions.map(
      ({ identifier, url, title }) =>
        `[${identifier}]: <${escaped(url)}>${typeof title === "string" ? ` "${escaped(title)}"` : ""}\n`,
    ),
  ];
  // The rule ends the last footnote, which would take an indented block for its own.
  return `${lines.join("")}\n***\n\n`;
}

/** A label as it is compared here: without what may differ between its uses. Different labels may become the same. */
export function squashLabel(label: string): string {
  return label
    .toLowerCase()
    .toUpperCase()
    .replace(/[\s>]+/g, "");
}

export function isFootnote(label: string): boolean {
  return label.startsWith("^");
}

/** Not behind a letter or a digit, as in `rows[i][j]`, and for a footnote not where its text would begin. */
const FULL = /(?<![\p{L}\p{N}_\]\\])\[([^[\]\\\n]+)\]\[([^[\]\\\n^][^[\]\\\n]*)?\]/gu;
const FOOTNOTE = /(?<=[^\n\\])\[(\^[^[\]\\\s]+)\]/g;

function meantIn(source: string): readonly string[] {
  const links = [...source.matchAll(FULL)].map(([, words = "", label]) => label ?? words);
  const footnotes = [...source.matchAll(FOOTNOTE)].map(([, label = ""]) => label);
  return [...new Set([...links, ...footnotes])].filter((label) => label.trim() !== "");
}

function labelsIn(source: string): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const [, label = ""] of squashLabel(source).matchAll(/\[((?:[^[\]\\]|\\.)*)\]/g)) labels.add(label);
  return labels;
}

function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

import { type BlockNode, type Definition, endOf, nodesIn } from "./parse-blocks";

/** What a piece of text says about addresses and footnotes, for itself and for others. */
export type References = {
  /** Labels in brackets, squashed: it may refer to these, and surely to no others. */
  readonly labels: ReadonlySet<string>;
  readonly definitions: readonly Definition[];
  /** Names of footnotes whose text stands here. */
  readonly footnotes: readonly string[];
};

const NO_REFERENCES: References = { labels: new Set(), definitions: [], footnotes: [] };

/** Reads the references of a node; `source` is its text. Definitions that end at `growingEnd` are still being written. */
export function readReferences(node: BlockNode, source: string, growingEnd: number | undefined): References {
  if (!source.includes("[")) return NO_REFERENCES;
  const definitions: Definition[] = [];
  const footnotes: string[] = [];
  for (const inner of nodesIn(node)) {
    if (inner.type === "definition" && endOf(inner) !== growingEnd) definitions.push(inner);
    if (inner.type === "footnoteDefinition") footnotes.push(inner.identifier);
  }
  return { labels: labelsIn(source), definitions, footnotes };
}

/** Text that defines `definitions` and the footnotes of these names, to be put before a block that uses them. */
export function definingText(definitions: readonly Definition[], footnotes: readonly string[]): string {
  if (definitions.length === 0 && footnotes.length === 0) return "";
  const lines = [
    ...footnotes.map((identifier) => `[^${identifier}]: -\n\n`),
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

function labelsIn(source: string): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const [, label = ""] of squashLabel(source).matchAll(/\[((?:[^[\]\\]|\\.)*)\]/g)) labels.add(label);
  return labels;
}

function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

import { closeOpenEnds } from "../tree/close-open-ends";
import { limitsOf } from "../tree/parse-limits";
import type { Piece } from "./block";
import type { Definitions } from "./definitions";
import { type FootnoteReading, NO_FOOTNOTES } from "./number-footnotes";
import { type BlockNode, endOf, type FootnoteDefinition, parseBlocks } from "./parse-blocks";

/** The footnotes that a piece refers to, as it is drawn with `prefix` before it, and those that it defines. */
export function readFootnotes(
  piece: Piece,
  prefix: string,
  { addresses }: Definitions,
  isGrowing: boolean,
): FootnoteReading {
  if (piece.footnotes.length === 0 && !prefix.startsWith("[^")) return NO_FOOTNOTES;
  const value = prefix + piece.source;
  const tree = { type: "root", children: parseBlocks(value) };
  if (isGrowing && limitsOf(value).length === 0) closeOpenEnds()(tree, { value });
  const references: string[] = [];
  const notes: FootnoteDefinition[] = [];
  for (const node of tree.children) if (endOf(node) > prefix.length) find(node, references, notes);
  const used = piece.footnotes.length === 0 ? [] : [...piece.labels].flatMap((label) => addresses.get(label) ?? []);
  return { references, notes, definitions: used };
}

/** References inside a footnote are counted when the footnote is drawn, and are not looked for here (`references` undefined). */
function find(node: BlockNode, references: string[] | undefined, notes: FootnoteDefinition[]): void {
  if (node.type === "footnoteReference") references?.push(node.identifier);
  if (node.type === "footnoteDefinition") notes.push(node);
  if (!("children" in node)) return;
  const within = node.type === "footnoteDefinition" ? undefined : references;
  for (const child of node.children) find(child, within, notes);
}

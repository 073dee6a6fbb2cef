import { withOpenFormula } from "./open-formula";

/** What this needs of an mdast node; every node of a Markdown tree fits. */
export type MarkdownNode = {
  type: string;
  value?: string;
  url?: string;
  data?: object | undefined;
  children?: MarkdownNode[];
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined;
};

const BLOCKS_WITH_WORDS: ReadonlySet<string> = new Set(["paragraph", "heading", "tableCell"]);

/**
 * A remark plugin for text that is still being written. What is open at its very end is closed in the tree: half
 * emphasis is emphasis, half code is code, half a formula is one that grows, half a link is its words without an address,
 * half an image is nothing yet, nor is half a footnote's mark.
 * Marks that the parser has understood are never looked at, nor those inside code, nor those before the last block.
 */
export function closeOpenEnds() {
  return (tree: MarkdownNode, file: { value: unknown }): void => {
    const block = lastBlock(tree);
    const source = String(file.value);
    if (block?.children) block.children = closed(withOpenFormula(block.children, source), source);
  };
}

function lastBlock(node: MarkdownNode): MarkdownNode | undefined {
  let current: MarkdownNode | undefined = node;
  while (current && !BLOCKS_WITH_WORDS.has(current.type)) current = current.children?.at(-1);
  return current;
}

type Opening = { readonly at: number; readonly mark: string };

/** The children with the first unclosed opening closed behind the last of them; what it encloses is closed in turn. */
function closed(children: readonly MarkdownNode[], source: string): MarkdownNode[] {
  for (const [index, node] of children.entries()) {
    if (node.type !== "text" || node.value === undefined || !isVerbatim(node, source)) continue;
    const opening = findOpening(node.value, index === children.length - 1, children.slice(index + 1));
    if (opening === undefined) continue;
    const before = node.value.slice(0, opening.at);
    const inside = node.value.slice(opening.at + opening.mark.length);
    const rest = [...(inside === "" ? [] : [{ type: "text", value: inside }]), ...children.slice(index + 1)];
    return [
      ...children.slice(0, index),
      ...(before === "" ? [] : [{ type: "text", value: before }]),
      ...wrapped(opening.mark, rest, source),
    ];
  }
  return [...children];
}

function wrapped(mark: string, rest: MarkdownNode[], source: string): MarkdownNode[] {
  if (mark === "![") return [];
  if (mark === "[" && isHalfFootnote(rest[0]?.value ?? "")) return [];
  if (mark === "[") return closed(withoutHalfAddress(rest), source);
  if (rest.length === 0) return [];
  if (mark === "`") return [{ type: "inlineCode", value: plainText(rest) }];
  const type = mark === "~~" ? "delete" : mark.length === 2 ? "strong" : "emphasis";
  return [{ type, children: closed(rest, source) }];
}

/** A text with an escape or an entity in it is left alone: its marks may be meant as they stand. */
function isVerbatim(node: MarkdownNode, source: string): boolean {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  // A node that was made here has no place in the source.
  if (start === undefined || end === undefined) return true;
  return source.slice(start, end) === node.value;
}

/** The first mark that opens something here and that nothing has closed. */
function findOpening(text: string, isLast: boolean, following: readonly MarkdownNode[]): Opening | undefined {
  for (let at = 0; at < text.length; at += 1) {
    const mark = markAt(text, at);
    if (mark === undefined) continue;
    if (opens(text, at, mark, isLast, following)) return { at, mark };
    at += mark.length - 1;
  }
  return undefined;
}

function markAt(text: string, at: number): string | undefined {
  const character = text[at];
  if (character === "!" && text[at + 1] === "[") return "![";
  if (character === "[" || character === "`") return character;
  if (character === "~") return text.startsWith("~~", at) ? "~~" : undefined;
  if (character !== "*" && character !== "_") return undefined;
  return text[at + 1] === character ? character + character : character;
}

function opens(text: string, at: number, mark: string, isLast: boolean, following: readonly MarkdownNode[]): boolean {
  const next = text[at + mark.length];
  if (mark === "[" || mark === "![") {
    const written = text.slice(at + mark.length);
    if (isLast && (isHalfFootnote(written) || (isBoundary(text[at - 1]) && isHalfReference(written)))) return true;
    return isHalfLink(written, isLast, following);
  }
  if (mark === "`") return next !== "`" && text[at - 1] !== "`";
  // Left-flanking, as CommonMark says: "4 * 6" opens nothing, a mark at the very end may still become anything.
  if (next === undefined) return isLast ? isBoundary(text[at - 1]) : true;
  if (/\s/.test(next) || next === mark[0]) return false;
  return mark[0] !== "_" || isBoundary(text[at - 1]);
}

function isBoundary(character: string | undefined): boolean {
  return character === undefined || !/[\p{L}\p{N}]/u.test(character);
}

/** `[words`, `[words](`, `[words](https://exam`: the end is still to come. `[words] and more` is complete as it stands. */
function isHalfLink(text: string, isLast: boolean, following: readonly MarkdownNode[]): boolean {
  const closing = text.indexOf("]");
  if (closing === -1) return !text.includes("[");
  if (!text.startsWith("(", closing + 1)) return false;
  if (text.includes(")", closing + 1)) return false;
  const address = text.slice(closing + 2);
  if (isLast) return !/\s\S*\s/.test(address);
  // A bare address behind the bracket is already a link of its own, and then only its next characters may follow it.
  const [link, ...rest] = following;
  return (
    address === "" && link?.type === "link" && rest.every((node) => node.value !== undefined && !/\s/.test(node.value))
  );
}

/** `[^na`, which a bracket and perhaps a colon are to follow. */
function isHalfFootnote(text: string): boolean {
  return /^\^[^\s[\]]*\]?$/.test(text);
}

/** `[words]` or `[words][la`; a number alone is one of a source. */
function isHalfReference(text: string): boolean {
  return /^(?!\d+\]$)[^[\]]+\](?:\[(?:[^[\]^\n][^[\]\n]*)?)?$/.test(text);
}

const HALF_ADDRESS = /\](?:[[(]|$)/;

function withoutHalfAddress(nodes: MarkdownNode[]): MarkdownNode[] {
  const end = nodes.findIndex((node) => node.type === "text" && HALF_ADDRESS.test(node.value ?? ""));
  const last = nodes[end];
  if (last === undefined) return nodes;
  const words = (last.value ?? "").slice(0, (last.value ?? "").search(HALF_ADDRESS));
  return [...nodes.slice(0, end), ...(words === "" ? [] : [{ type: "text", value: words }])];
}

function plainText(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => node.value ?? plainText(node.children ?? [])).join("");
}

import { fromMarkdown } from "mdast-util-from-markdown";
import { SYNTAX, SYNTAX_TREE } from "../tree/markdown-plugins";
import { limitsOf } from "../tree/parse-limits";

type Root = ReturnType<typeof fromMarkdown>;
/** Any node of a Markdown tree. */
export type BlockNode = Root["children"][number];
export type Definition = Extract<BlockNode, { type: "definition" }>;
export type FootnoteDefinition = Extract<BlockNode, { type: "footnoteDefinition" }>;

/** A definition shows nothing; the private character makes sure that nobody refers to it. */
const WORDS_BEFORE = '[\uE000]: # "-"\n';
const CODE_BEFORE = "    -\n";

/**
 * A line to be put before `node` when it is parsed alone, or "": after words or indented code without an empty line
 * between, not everything may begin (`2. two` begins no list there).
 */
export function contextAfter(before: BlockNode | undefined, node: BlockNode, source: string): string {
  if (before === undefined || source.slice(endOf(before), startOf(node)).split("\n").length > 2) return "";
  if (before.type === "paragraph" || before.type === "definition") return WORDS_BEFORE;
  const isIndented = before.type === "code" && !/[`~]/.test(source.charAt(startOf(before)));
  return isIndented ? CODE_BEFORE : "";
}

/** The tree of a text: the same parser with the same extensions as react-markdown with `MARKDOWN_PLUGINS`. */
export function parseBlocks(source: string): BlockNode[] {
  const nodes = fromMarkdown(source, {
    extensions: [...SYNTAX, ...limitsOf(source)],
    mdastExtensions: SYNTAX_TREE,
  }).children;
  for (const [index, node] of nodes.entries()) {
    const before = nodes[index - 1];
    if (before?.type === "definition" && node.position && startOf(node) < endOf(before)) {
      // The parser lets an underlined heading begin at the definitions above it.
      node.position.start.offset = source.indexOf("\n", endOf(before)) + 1;
    }
  }
  return nodes;
}

export function startOf(node: BlockNode): number {
  return node.position?.start.offset ?? 0;
}

export function endOf(node: BlockNode): number {
  return node.position?.end.offset ?? 0;
}

/** Every node of a tree in the order of the text, the given one first. */
export function* nodesIn(node: BlockNode): Generator<BlockNode> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* nodesIn(child);
}

/**
 * Where a parse of its own must begin to read this node as the whole text did: at the start of its line, since its
 * indentation counts. Behind a definition it does not, and there the context says so.
 */
export function sliceStart(source: string, node: BlockNode): number {
  const start = startOf(node);
  return start === 0 ? 0 : source.lastIndexOf("\n", start - 1) + 1;
}

import type { MarkdownNode } from "../tree/close-open-ends";
import type { Cites } from "./cites-of";

const BLOCKS_WITH_WORDS: ReadonlySet<string> = new Set(["paragraph", "heading", "tableCell"]);
/** What may be cut in two; a mark within a link or code stands behind it. */
const SPANS: ReadonlySet<string> = new Set(["strong", "emphasis", "delete"]);
const MAX_WIDENED = 40;

type Options = { readonly cites: string /** Characters before the piece. */; readonly skipped: number };

/**
 * A remark plugin: marks of citations at their places. Found by the places that the parser tells of, never by looking for
 * the words again, so that nothing in the text can pass for a mark; a place that lies where no mark can stand (in code, a
 * link, a formula) gets it behind that, and one that is off by a few characters cuts no word in two.
 */
export function placeCitations({ cites, skipped }: Options) {
  const { places, numbered } = JSON.parse(cites) as Cites; // made by `useCitesOf`
  return (tree: MarkdownNode, file: { value: unknown }): void => {
    const source = String(file.value);
    const blocks = blocksIn(tree);
    for (const [at, sources] of places) {
      const block = blocks.findLast((candidate) => (startOf(candidate) ?? Infinity) < skipped + at);
      if (block !== undefined) insert(block, skipped + at, markOf(sources), source);
    }
    if (numbered.length > 0) for (const block of blocks) replaceNumbers(block, numbered);
  };
}

function markOf(sources: readonly number[]): MarkdownNode {
  const data = { hName: "cite", hProperties: { dataSources: sources.join(" ") } };
  return { type: "citation", data, children: [] };
}

function blocksIn(node: MarkdownNode): MarkdownNode[] {
  if (BLOCKS_WITH_WORDS.has(node.type)) return [node];
  return (node.children ?? []).flatMap(blocksIn);
}

function insert(parent: MarkdownNode, at: number, mark: MarkdownNode, source: string): void {
  parent.children ??= [];
  const index = parent.children.findIndex((child) => (endOf(child) ?? -1) >= at);
  const child = parent.children[index];
  if (child === undefined) {
    parent.children.push(mark);
    return;
  }
  const start = startOf(child) ?? 0;
  if (start >= at) parent.children.splice(index, 0, mark);
  else if (endOf(child) === at || !(child.type === "text" || SPANS.has(child.type))) {
    parent.children.splice(index + 1, 0, mark);
  } else if (child.type === "text") parent.children.splice(index, 1, ...split(child, start, at, mark, source));
  else insert(child, at, mark, source);
}

/** A text with the mark in it, at the end of a word. */
function split(text: MarkdownNode, start: number, at: number, mark: MarkdownNode, source: string): MarkdownNode[] {
  const value = text.value ?? "";
  const written = writtenBefore(value, source, start, at);
  const cut = afterWord(value, written);
  const end = endOf(text) ?? at;
  const middle = Math.min(end, at + cut - written);
  return [
    { type: "text", value: value.slice(0, cut), position: between(start, middle) },
    mark,
    ...(cut < value.length ? [{ type: "text", value: value.slice(cut), position: between(middle, end) }] : []),
  ];
}

/** How many characters of a text were written before `at`: escapes and entities are longer than what they say. */
function writtenBefore(value: string, source: string, start: number, at: number): number {
  let read = 0;
  for (let next = start; next < at && read < value.length; ) {
    const entity = source[next] === "&" ? /^&[#\w]{1,32};/.exec(source.slice(next, next + 34))?.[0] : undefined;
    if (source[next] === value[read] && (entity === undefined || value.startsWith(entity, read))) {
      next += 1;
      read += 1;
    } else if (entity === undefined) next += 1;
    else {
      next += entity.length;
      read += String.fromCodePoint(value.codePointAt(read) ?? 0).length;
    }
  }
  return read;
}

/** The end of the word that `cut` stands in. In scripts that write without spaces a place is taken as it is. */
function afterWord(value: string, cut: number): number {
  let end = cut;
  while (end - cut < MAX_WIDENED && isInWord(value.charAt(end - 1)) && isInWord(value.charAt(end))) end += 1;
  return isSecondHalf(value.charCodeAt(end)) ? end + 1 : end;
}

function isInWord(character: string): boolean {
  return /[\p{L}\p{N}\p{M}]/u.test(character) && !/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(character);
}

function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** `[2]` becomes the mark of the second address, where there is one. */
function replaceNumbers(node: MarkdownNode, numbered: readonly number[]): void {
  node.children = (node.children ?? []).flatMap((child) => {
    if (SPANS.has(child.type)) replaceNumbers(child, numbered);
    if (child.type !== "text" || child.value === undefined) return [child];
    return child.value.split(/(\[\d{1,3}\])/).flatMap((part): MarkdownNode[] => {
      const source = /^\[\d+\]$/.test(part) ? numbered[Number(part.slice(1, -1)) - 1] : undefined;
      if (source !== undefined && source >= 0) return [markOf([source])];
      return part === "" ? [] : [{ type: "text", value: part }];
    });
  });
}

function between(start: number, end: number): NonNullable<MarkdownNode["position"]> {
  return { start: { offset: start }, end: { offset: end } };
}

function startOf(node: MarkdownNode): number | undefined {
  return node.position?.start.offset;
}

function endOf(node: MarkdownNode): number | undefined {
  return node.position?.end.offset;
}

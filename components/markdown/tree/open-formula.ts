import { inlineMath } from "../math/math-tree";
import type { MarkdownNode } from "./close-open-ends";

/**
 * The children of the last block, with what stands behind a `\(` or `\[` that nothing closes as a formula that is still
 * being written. The parser has read such an opening as an escaped bracket, and what follows as words.
 */
export function withOpenFormula(children: readonly MarkdownNode[], source: string): readonly MarkdownNode[] {
  const end = children.at(-1)?.position?.end.offset;
  for (const [index, node] of children.entries()) {
    const start = node.position?.start.offset;
    const nodeEnd = node.position?.end.offset;
    if (node.type !== "text" || start === undefined || nodeEnd === undefined || end === undefined) continue;
    const written = source.slice(start, nodeEnd);
    const opening = findOpening(written);
    if (opening === undefined) continue;
    const before = wordsBefore(node.value ?? "", written.slice(opening));
    if (before === undefined) return children;
    const position = { start: { offset: start }, end: { offset: start + opening } };
    const tex = source.slice(start + opening + 2, end).trim();
    return [
      ...children.slice(0, index),
      ...(before === "" ? [] : [{ type: "text", value: before, position }]),
      ...(tex === "" ? [] : [inlineMath(tex, written[opening + 1] === "[")]),
    ];
  }
  return children;
}

/** Where the first opening bracket stands that a backslash escapes, and none escapes the backslash. */
function findOpening(written: string): number | undefined {
  for (let at = written.indexOf("\\"); at !== -1; at = written.indexOf("\\", at + 2)) {
    const next = written[at + 1];
    if (next === "(" || next === "[") return at;
  }
  return undefined;
}

/** The words of a text before its end, which was written as `end`; undefined where the parser read more into that end. */
function wordsBefore(words: string, end: string): string | undefined {
  const read = end.replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(/[ \t]*\n[ \t]*/g, "\n");
  return words.endsWith(read) ? words.slice(0, words.length - read.length) : undefined;
}

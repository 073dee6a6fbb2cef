import { fromMarkdown } from "mdast-util-from-markdown";
import { SYNTAX, SYNTAX_TREE } from "./markdown-plugins";

/** Names of parts of the syntax that a parse does without. */
type WithoutSyntax = { readonly disable: { readonly null: string[] } };

/** Each is compared with those before it in its paragraph: below this that is a few milliseconds. */
const MAX_MARKS = 400;
/** Every level is a call within a call, for the parser and for what draws its tree. */
const MAX_DEPTH = 64;

const MARKS = /([*_~`$])\1*|[[\]<]|\\\(/g;
const DEEP = new RegExp(`^[ \\t]*(?:>[ \\t]?|(?:[-+*]|\\d{1,9}[.)])[ \\t]+){${MAX_DEPTH}}`, "m");

const WITHOUT_MARKS: WithoutSyntax = {
  disable: {
    null: [
      ...["attention", "strikethrough", "codeText", "mathText", "htmlText"],
      ...["labelStartLink", "labelStartImage", "labelEnd", "gfmFootnoteCall", "gfmPotentialFootnoteCall"],
      ...["characterEscape", "characterReference"],
      ...["autolink", "wwwAutolink", "protocolAutolink", "emailAutolink"],
    ],
  },
};
const WITHOUT_NESTING: WithoutSyntax = { disable: { null: ["blockQuote", "list", "gfmFootnoteDefinition"] } };

/**
 * What the parse of a text has to do without so that it takes no longer than its length lets one expect: marks, where one
 * paragraph has more of them than any text that was meant to be read, and nesting, where it is as deep. They then stand
 * as they were written.
 */
export function limitsOf(source: string): readonly WithoutSyntax[] {
  // A block is read once to be told apart and once to be drawn.
  if (last.source !== source) last = { source, limits: findLimits(source) };
  return last.limits;
}

let last: { readonly source: string; readonly limits: readonly WithoutSyntax[] } = { source: "", limits: [] };

function findLimits(source: string): readonly WithoutSyntax[] {
  const nesting = DEEP.test(source) ? [WITHOUT_NESTING] : [];
  return hasTooManyMarks(source, nesting) ? [...nesting, WITHOUT_MARKS] : nesting;
}

function hasTooManyMarks(source: string, nesting: readonly WithoutSyntax[]): boolean {
  if (countMarks(source) <= MAX_MARKS) return false;
  // Which paragraph they stand in, and which of them are code, is only known from a parse; this one looks at no mark.
  const extensions = [...SYNTAX, ...nesting, WITHOUT_MARKS];
  const open: { readonly children?: readonly object[] }[] = [
    fromMarkdown(source, { extensions, mdastExtensions: SYNTAX_TREE }),
  ];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = node.children ?? [];
    const words = children.map((child) =>
      "type" in child && child.type === "text" && "value" in child ? child.value : "",
    );
    if (countMarks(words.join("\n")) > MAX_MARKS) return true;
    open.push(...children);
  }
  return false;
}

function countMarks(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(MARKS)) count += 1;
  return count;
}

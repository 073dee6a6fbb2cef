import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import type { Options } from "react-markdown";
import { bracketMath } from "../math/bracket-math";
import { bracketMathFromMarkdown } from "../math/math-tree";

/** The Markdown of a message: GitHub's, and formulas between brackets or double dollars, since a single one is money. */
export const SYNTAX = [gfm(), math({ singleDollarTextMath: false }), bracketMath];
export const SYNTAX_TREE = [gfmFromMarkdown(), mathFromMarkdown(), bracketMathFromMarkdown];

/** The same for react-markdown. `remark-gfm` and `remark-math` would bring what writes Markdown too: 10 KiB gzipped. */
export const MARKDOWN_PLUGINS: NonNullable<Options["remarkPlugins"]> = [
  function readOurSyntax() {
    const data = this.data() as ParserData;
    data.micromarkExtensions = [...(data.micromarkExtensions ?? []), ...SYNTAX];
    data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), ...SYNTAX_TREE];
  },
];

/** As remark-parse reads it. */
type ParserData = { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] };

/** A remark plugin: the parser reads with these extensions of its syntax too. */
export function moreSyntax(this: { data(): object }, extensions: readonly unknown[]): void {
  const data = this.data() as ParserData;
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), ...extensions];
}

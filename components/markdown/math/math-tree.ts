import type { Extension } from "mdast-util-from-markdown";
import type { InlineMath } from "mdast-util-math";

/** A formula within a paragraph; `isDisplay`: on lines of its own there, as `\[ … \]` wants it. */
export function inlineMath(value: string, isDisplay: boolean): InlineMath {
  const className = ["language-math", isDisplay ? "math-display" : "math-inline"];
  const data = { hName: "code", hProperties: { className }, hChildren: [{ type: "text" as const, value }] };
  return { type: "inlineMath", value, data };
}

/** To stand behind `mathFromMarkdown`, which knows formulas between dollars only. */
export const bracketMathFromMarkdown: Extension = {
  exit: {
    mathText(token) {
      const value = this.resume();
      const written = this.sliceSerialize(token);
      const node = this.stack.at(-1);
      if (node?.type === "inlineMath") {
        const isBracket = written.startsWith("\\");
        Object.assign(node, inlineMath(isBracket ? value.trim() : value, written.startsWith("\\[")));
      }
      this.exit(token);
    },
  },
};

import type { Scenario } from "../../scenario";
import { answerOf, fieldOf, reasonOf } from "../../tool-results/tool-answers";

const COPIES = /^copy\s+(?<text>.+?)\s+to\s+(?:the|my)\s+clipboard[.!]?$/is;
const READS = /\bwhat\b.*\b(?:in|on)\s+(?:the|my)\s+clipboard\b|\bread\s+(?:the|my)\s+clipboard\b/i;

/** Two tools that the browser allows only right after a click. */
export const clipboard: Scenario = {
  name: "clipboard",
  shows: "a tool that needs your click; ask what is in the clipboard to read it back",
  example: "Copy “see you at seven” to the clipboard",
  tools: ["read_clipboard", "write_clipboard"],
  play(question) {
    const text = COPIES.exec(question)?.groups?.text?.replaceAll(/^[“"']|[”"']$/g, "");
    if (text) {
      return [
        { calls: [{ name: "write_clipboard", args: { text } }] },
        (results) => {
          const result = answerOf(results, "write_clipboard");
          return result && !result.isError
            ? { text: "It is in your clipboard, ready to paste." }
            : { text: `I could not copy it: ${reasonOf(result)}.` };
        },
      ];
    }
    if (!READS.test(question)) return undefined;
    return [
      { calls: [{ name: "read_clipboard", args: {} }] },
      (results) => {
        const result = answerOf(results, "read_clipboard");
        if (!result || result.isError) return { text: `I could not read your clipboard: ${reasonOf(result)}.` };
        return { text: `Your clipboard says: ${String(fieldOf(result, "text") ?? "")}` };
      },
    ];
  },
};

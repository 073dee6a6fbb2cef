import type { Scenario } from "../../scenario";
import { answerOf, joinWords, reasonOf } from "../../tool-results/tool-answers";

const ASKS =
  /^(?:please\s+|can you\s+|could you\s+)?(?:remember|keep in mind|note down)\b[:,]?\s+(?<that>that\s+)?(?<rest>.+)$/is;
const MAX_NOTES = 5;

/** "Remember that …" is one note; "Remember A and B" is a note each, two headless calls in one turn. */
export const remember: Scenario = {
  name: "remember",
  shows: "notes that stay in your browser; with “and”, two calls at once",
  example: "Remember the milk and the bread",
  tools: ["save_note"],
  play(question) {
    const notes = readNotes(question);
    if (notes.length === 0) return undefined;
    return [
      { calls: notes.map((text) => ({ name: "save_note", args: { text } })) },
      (results) => {
        const outcomes = notes.map((text, position) => ({ text, result: answerOf(results, "save_note", position) }));
        const kept = outcomes.filter(({ result }) => result && !result.isError).map(({ text }) => `“${text}”`);
        const lost = outcomes.filter(({ result }) => !result || result.isError);
        const sentences = [
          ...(kept.length > 0 ? [`I will remember ${joinWords(kept)}. It is kept in this browser only.`] : []),
          ...lost.map(({ text, result }) => `I could not keep “${text}”: ${reasonOf(result)}.`),
        ];
        return { text: sentences.join(" ") };
      },
    ];
  },
};

function readNotes(question: string): string[] {
  const groups = ASKS.exec(question)?.groups;
  if (!groups?.rest) return [];
  const parts = groups.rest.split(groups.that ? /,?\s+and\s+that\s+/i : /,?\s+and\s+|\s*[,;]\s*/i);
  return parts
    .map((part) => part.trim().replace(/[.!]+$/, ""))
    .filter((part) => part !== "")
    .slice(0, MAX_NOTES);
}

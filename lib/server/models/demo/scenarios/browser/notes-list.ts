import type { Scenario } from "../../scenario";
import { answerOf, fieldOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /\bwhat (?:did|do) you remember\b|\b(?:list|show|read)\b.*\bnotes\b|\bwhat are my notes\b/i;

/** Reads the notes back from the browser. */
export const listNotes: Scenario = {
  name: "notes-list",
  shows: "reading those notes back",
  example: "What did you remember?",
  tools: ["list_notes"],
  play: (question) =>
    ASKS.test(question)
      ? [
          { calls: [{ name: "list_notes", args: { limit: 20 } }] },
          (results) => {
            const result = answerOf(results, "list_notes");
            if (!result || result.isError) return { text: `I could not read your notes: ${reasonOf(result)}.` };
            const texts = readTexts(fieldOf(result, "notes"));
            if (texts.length === 0) return { text: "There are no notes in this browser yet. Try: Remember the milk." };
            return { text: `You asked me to remember:\n\n${texts.map((text) => `- ${text}`).join("\n")}` };
          },
        ]
      : undefined,
};

function readTexts(notes: unknown): string[] {
  if (!Array.isArray(notes)) return [];
  return notes.flatMap((note: unknown) => {
    const text = typeof note === "object" && note !== null ? Reflect.get(note, "text") : undefined;
    return typeof text === "string" ? [text] : [];
  });
}

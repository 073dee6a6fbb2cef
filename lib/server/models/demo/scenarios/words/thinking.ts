import type { Scenario } from "../../scenario";

const ASKS = /^(?:please\s+)?(?:think|reason)\s+(?:about|through|over)\s+(?<subject>.+?)[.!?]*$/is;

/** Reasoning first, then the answer. */
export const thinking: Scenario = {
  name: "thinking",
  shows: "reasoning before the answer",
  example: "Think about how to fit a piano through a door",
  tools: [],
  play(question) {
    const subject = ASKS.exec(question)?.groups?.subject?.slice(0, 200);
    if (subject === undefined) return undefined;
    return [
      {
        reasoning: `The person wants me to think about ${subject}. I am a script, so let me at least be orderly.\n\nFirst, what is given and what is wanted? Second, what is the simplest thing that could work? Third, what would show that it does not?\n\nThe simplest thing is to begin with the part that is hardest to undo, because everything else can be changed later. To check it, try it small before trying it large. That seems a fair answer to almost anything.`,
        text: `About ${subject}: begin with the part that is hardest to undo, try it small first, and measure twice. (I am a scripted demo; a real model would say more.)`,
      },
    ];
  },
};

import type { Scenario } from "../../scenario";
import { answerOf, fieldOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /^(?:please\s+)?(?:keep|tell the server)[:,]?\s+(?:the fact\s+)?that\s+(?<fact>.+?)[.!]*$/is;
const MAX_CHARACTERS = 400;

/** A server tool that waits for the person's decision: approve, change the sentence, decline, or answer in its place. */
export const keepFact: Scenario = {
  name: "keep-fact",
  shows: "a tool on the server that asks you first",
  example: "Tell the server that my team is called Ilex",
  tools: ["keep_fact"],
  play(question) {
    const fact = ASKS.exec(question)?.groups?.fact?.slice(0, MAX_CHARACTERS);
    if (!fact) return undefined;
    return [
      { calls: [{ name: "keep_fact", args: { fact: `The person says: ${fact}` } }] },
      (results) => {
        const result = answerOf(results, "keep_fact");
        if (!result || result.isError) return { text: `Nothing was kept: ${reasonOf(result)}.` };
        const kept = fieldOf(result, "fact");
        return { text: typeof kept === "string" ? `The server keeps: ${kept}` : `You answered: ${result.text}` };
      },
    ];
  },
};

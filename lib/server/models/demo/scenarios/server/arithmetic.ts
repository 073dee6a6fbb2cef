import type { Scenario } from "../../scenario";
import { readSums, saySums, sumCalls } from "../../tool-results/sums";

/** Several sums in one message: their calls are written at the same time. */
export const arithmetic: Scenario = {
  name: "arithmetic",
  shows: "two tools at once, their arguments written before your eyes",
  example: "What is 3 * 12? Also, what is 11 + 49?",
  tools: ["multiply", "add"],
  play(question) {
    const sums = readSums(question);
    if (sums.length === 0) return undefined;
    return [{ calls: sumCalls(sums) }, (results) => ({ text: `${saySums(sums, results)}.` })];
  },
};

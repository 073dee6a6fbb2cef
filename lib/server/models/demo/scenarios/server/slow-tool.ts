import type { Scenario } from "../../scenario";
import { answerOf, fieldOf, reasonOf } from "../../tool-results/tool-answers";

/** A server tool that takes its time and tells how far it is. */
export const slowTool: Scenario = {
  name: "slow-tool",
  shows: "a server tool that reports its progress",
  example: "Run the slow tool",
  tools: ["slow_count"],
  play: (question) =>
    /\bslow (?:tool|count)\b/i.test(question)
      ? [
          { text: "This takes a few seconds.", calls: [{ name: "slow_count", args: { to: 10, pause_ms: 400 } }] },
          (results) => {
            const result = answerOf(results, "slow_count");
            return result && !result.isError
              ? { text: `It counted to ${String(fieldOf(result, "counted_to"))}.` }
              : { text: `The count did not finish: ${reasonOf(result)}.` };
          },
        ]
      : undefined,
};

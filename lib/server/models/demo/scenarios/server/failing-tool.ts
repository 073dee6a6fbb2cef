import type { Scenario } from "../../scenario";
import { answerOf } from "../../tool-results/tool-answers";

/** A tool that throws: its card says so, and the model is told. */
export const failingTool: Scenario = {
  name: "failing-tool",
  shows: "what a failed tool looks like",
  example: "Call a tool that fails",
  tools: ["fail_always"],
  play: (question) =>
    /\btool\b.*\bfails?\b/i.test(question)
      ? [
          { calls: [{ name: "fail_always", args: { reason: "You asked for it" } }] },
          (results) => ({
            text: answerOf(results, "fail_always")?.isError
              ? "The tool failed, as it always does. I was told why, and the conversation goes on."
              : "To my surprise the tool did not fail.",
          }),
        ]
      : undefined,
};

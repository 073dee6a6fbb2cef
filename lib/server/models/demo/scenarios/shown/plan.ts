import type { Scenario } from "../../scenario";
import { answerOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /\b(?:plan|to-?do list|checklist)\b/i;

/** A list of steps, and the same list when some of them are done. */
export const plan: Scenario = {
  name: "plan",
  shows: "a plan whose steps get done",
  example: "Make a plan for the picnic",
  tools: ["make_plan"],
  play: (question) =>
    ASKS.test(question)
      ? [
          { text: "Here is how I would go about it.", calls: [{ name: "make_plan", args: planWith(1) }] },
          { text: "The first two are behind us.", calls: [{ name: "make_plan", args: planWith(3) }] },
          (results) => {
            const result = answerOf(results, "make_plan", 1);
            return result && !result.isError
              ? { text: "The rest is for Saturday morning." }
              : { text: `The plan could not be shown: ${reasonOf(result)}.` };
          },
        ]
      : undefined,
};

const STEPS = [
  "Ask everybody about Saturday at eleven",
  "Look at the forecast",
  "Write the list of what to bring",
  "Bake the bread",
  "Carry the blankets to the upper gate",
];

/** The steps before the current one are done, those after it are not begun. */
function planWith(current: number) {
  const status = (number: number) => (number < current ? "done" : number === current ? "doing" : "todo");
  return { title: "The picnic", steps: STEPS.map((text, index) => ({ text, status: status(index + 1) })) };
}

import type { Scenario } from "../../scenario";
import { answerOf, fieldOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /\b(?:chart|plot|graph)\b/i;

/** Points that draw themselves one after the other. */
export const chart: Scenario = {
  name: "chart",
  shows: "a chart that draws itself point by point",
  example: "Make a chart of rain in Lisbon",
  tools: ["make_chart"],
  play: (question) =>
    ASKS.test(question)
      ? [
          {
            text: "Rain in Lisbon, by month.",
            calls: [{ name: "make_chart", args: { ...RAIN, kind: /\bline\b/i.test(question) ? "line" : "bar" } }],
          },
          (results) => {
            const result = answerOf(results, "make_chart");
            return result && !result.isError
              ? {
                  text: `All ${String(fieldOf(result, "points"))} months are there. November is the wettest, July the driest.`,
                }
              : { text: `The chart could not be made: ${reasonOf(result)}.` };
          },
        ]
      : undefined,
};

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MILLIMETRES = [100, 85, 53, 68, 54, 16, 4, 6, 33, 101, 128, 127];

const RAIN = {
  title: "Rain in Lisbon, mm",
  kind: "bar",
  y_max: 150,
  points: MONTHS.map((label, index) => ({ label, value: MILLIMETRES[index] ?? 0 })),
};

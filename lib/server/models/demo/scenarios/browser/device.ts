import type { Scenario } from "../../scenario";
import { answerOf, fieldOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /\bwhat\s+time\b|\btime\s*zone\b|\bmy\s+screen\b/i;
const THEME = /\b(?:make|turn|switch)\b.*\b(?<theme>light|dark)\b|\b(?<dark>dark|light)\s+(?:mode|theme)\b/i;

/** Tools that run at once: they tell or change nothing that needs a question. */
export const device: Scenario = {
  name: "device",
  shows: "a tool that your browser answers without asking; “make it dark” is another",
  example: "What time is it here?",
  tools: ["get_device_info", "set_theme"],
  play(question) {
    const found = THEME.exec(question)?.groups;
    const theme = (found?.theme ?? found?.dark)?.toLowerCase();
    if (theme !== undefined) {
      return [
        { calls: [{ name: "set_theme", args: { theme } }] },
        (results) => {
          const result = answerOf(results, "set_theme");
          const said = result && !result.isError ? `It is ${theme} now.` : `That did not work: ${reasonOf(result)}.`;
          return { text: said };
        },
      ];
    }
    if (!ASKS.test(question)) return undefined;
    return [
      { calls: [{ name: "get_device_info", args: {} }] },
      (results) => {
        const result = answerOf(results, "get_device_info");
        if (!result || result.isError) return { text: `I could not find out: ${reasonOf(result)}.` };
        const time = String(fieldOf(result, "local_time") ?? "").slice(11, 16);
        return { text: `It is ${time} where you are (${fieldOf(result, "time_zone")}).` };
      },
    ];
  },
};

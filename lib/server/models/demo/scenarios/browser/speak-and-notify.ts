import type { PlannedCall, Scenario } from "../../scenario";
import { reasonOf } from "../../tool-results/tool-answers";

const SPEAKS = /^(?:please\s+)?(?:read\s+(?:this\s+)?aloud|say\s+aloud)[:,]?\s+(?<text>.+)$/is;
const NOTIFIES = /^(?:please\s+)?notify\s+me[:,]?\s+(?:that\s+)?(?<text>.+)$/is;
const MAX_CHARACTERS = 500;

/** A notification of the system, which needs a click, and the voice of the device, whose yes is remembered. */
export const speakAndNotify: Scenario = {
  name: "speak-and-notify",
  shows: "a notification of your system; “read aloud: …” speaks, and remembers your yes",
  example: "Notify me that the tea is ready",
  tools: ["show_notification", "speak"],
  play(question) {
    const call = callFor(question);
    if (call === undefined) return undefined;
    return [
      { calls: [call] },
      (results) => {
        const result = results.at(-1);
        return result && !result.isError ? { text: "Done." } : { text: `That did not work: ${reasonOf(result)}.` };
      },
    ];
  },
};

function callFor(question: string): PlannedCall | undefined {
  const spoken = SPEAKS.exec(question)?.groups?.text?.slice(0, MAX_CHARACTERS);
  if (spoken) return { name: "speak", args: { text: spoken, language: "en" } };
  const body = NOTIFIES.exec(question)?.groups?.text?.slice(0, MAX_CHARACTERS);
  return body ? { name: "show_notification", args: { title: "Toolweave", body } } : undefined;
}

import type { Scenario } from "../../scenario";
import { answerOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /\bsend\b.*\be-?mail\b/i;
const TO = /\bto\s+(?<to>[^\s@]+@[^\s@]+\.[\p{L}]+|[\p{L}][\p{L}’-]*)/iu;

/** An email that the person changes, approves, and sends with their own mail program. */
export const sendEmail: Scenario = {
  name: "send-email",
  shows: "an email that you change, approve and send with your own mail program",
  example: "Send an email to Ines",
  tools: ["send_email"],
  play(question) {
    if (!ASKS.test(question)) return undefined;
    const to = TO.exec(question)?.groups?.to ?? "ines";
    const address = to.includes("@") ? to : `${to.toLowerCase().replaceAll(/[^a-z]/g, "") || "someone"}@example.com`;
    return [
      {
        text: "Change what you like before you approve it.",
        calls: [{ name: "send_email", args: { to: address, subject: "Saturday at eleven", body: BODY } }],
      },
      (results) => {
        const result = answerOf(results, "send_email");
        return result && !result.isError
          ? { text: "Your mail program has it now. Whether it was sent, only you know." }
          : { text: `It was not handed over: ${reasonOf(result)}.` };
      },
    ];
  },
};

const BODY = `Hello,

shall we meet on Saturday at eleven, at the upper gate? I bring bread and a blanket; could you bring the big thermos?

Until then!`;

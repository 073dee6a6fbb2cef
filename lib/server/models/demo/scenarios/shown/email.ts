import type { Scenario } from "../../scenario";
import { answerOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /\b(?:draft|write|compose)\b.*\be-?mail\b/i;
const TO = /\bto\s+(?<to>[\p{L}][\p{L}'’-]*)/iu;
const ABOUT = /\babout\s+(?<about>.+?)[.!?]*$/isu;

/** A long argument that takes shape while it is written. */
export const email: Scenario = {
  name: "email",
  shows: "a long text growing inside a tool call",
  example: "Draft an email to Ines about the picnic",
  tools: ["draft_email"],
  play(question) {
    if (!ASKS.test(question)) return undefined;
    const name = capitalise(TO.exec(question)?.groups?.to ?? "Ines");
    const about = ABOUT.exec(question)?.groups?.about?.slice(0, 200) ?? "the picnic on Saturday";
    return [
      {
        text: `Here is a draft for ${name}.`,
        calls: [
          { name: "draft_email", args: { to: address(name), subject: capitalise(about), body: body(name, about) } },
        ],
      },
      (results) => {
        const result = answerOf(results, "draft_email");
        return result && !result.isError
          ? { text: "The draft is ready. Nothing was sent: this demo has no mail server." }
          : { text: `The draft could not be kept: ${reasonOf(result)}.` };
      },
    ];
  },
};

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function address(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();
  return `${plain || "someone"}@example.com`;
}

function body(name: string, about: string): string {
  return `Dear ${name},

I hope this finds you well. I am writing about ${about}, because it is easier to settle it in one message than in ten short ones.

First, the time. Saturday at eleven suits everybody I have asked so far, and the forecast is kind: dry, with a light breeze from the west. If that is too early for you, say so and we start at noon; nobody will mind.

Second, what to bring. Here is the list as it stands:

  • bread, cheese and something green
  • two blankets, one of them large
  • a pot of coffee, as strong as last year’s (“strong” was your word)
  • a kite, in case the breeze keeps its promise

Third, the way there. Tram 28 stops at the upper gate; from there it is a walk of ten minutes, downhill. Coming back it is uphill, so keep a little cake in reserve.

One question remains: do you still have the big thermos? If so, could you bring it? If not, I will ask João.

Let me know by Thursday what you think. I look forward to seeing you and to hearing how the new garden is doing.

Warm regards,
your friend at the other end of the table 🧺`;
}

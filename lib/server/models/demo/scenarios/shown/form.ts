import type { Scenario } from "../../scenario";
import { answerOf, fieldOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /\bform\b|\bask me\b/i;

/** A form that appears field by field and that the person fills. */
export const form: Scenario = {
  name: "form",
  shows: "a form that you fill and send back",
  example: "Ask me about the picnic with a form",
  tools: ["ask_form"],
  play: (question) =>
    ASKS.test(question)
      ? [
          { text: "A few questions at once.", calls: [{ name: "ask_form", args: PICNIC }] },
          (results) => {
            const result = answerOf(results, "ask_form");
            if (!result || result.isError) return { text: `No answers: ${reasonOf(result)}.` };
            const [name, guests, day] = ["name", "guests", "day"].map((field) => String(fieldOf(result, field) ?? ""));
            return { text: `Thank you, ${name}. I count ${guests} guests for ${day}.` };
          },
        ]
      : undefined,
};

const PICNIC = {
  title: "The picnic",
  fields: [
    { name: "name", label: "Your name", kind: "text", required: true },
    { name: "guests", label: "How many come with you?", kind: "number", required: true },
    { name: "day", label: "Which day suits you?", kind: "choice", options: ["Saturday", "Sunday"], required: true },
    { name: "vegetarian", label: "We eat no meat", kind: "yes_no" },
    { name: "wishes", label: "Anything else?", kind: "long_text" },
  ],
  submit: "Send answers",
};

import type { Scenario } from "../../scenario";

/** A model that will not answer. */
export const refusal: Scenario = {
  name: "refusal",
  shows: "a refusal",
  example: "Refuse",
  tools: [],
  play: (question) =>
    /^(?:please\s+)?refuse\b/i.test(question)
      ? [{ text: "I am sorry, but I cannot help with that.", finishReason: "content_filter" }]
      : undefined,
};

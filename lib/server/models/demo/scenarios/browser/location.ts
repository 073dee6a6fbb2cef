import type { Scenario } from "../../scenario";
import { asksWhere, locationCall, sayLocation } from "../../tool-results/whereabouts";

/** A headless tool: the graph stops, the browser answers, the graph goes on. */
export const location: Scenario = {
  name: "location",
  shows: "a tool that runs in your browser, after you agree",
  example: "Where am I?",
  tools: ["get_location"],
  play: (question) =>
    asksWhere(question)
      ? [{ text: "I will ask your browser.", calls: [locationCall] }, (results) => ({ text: sayLocation(results) })]
      : undefined,
};

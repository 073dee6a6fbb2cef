import type { Scenario } from "../../scenario";
import { readSums, saySums, sumCalls } from "../../tool-results/sums";
import { asksWhere, locationCall, sayLocation } from "../../tool-results/whereabouts";

/** Browser and server tools in the same turn: the server's run at once, the turn waits for the browser's. */
export const locationAndSum: Scenario = {
  name: "location-and-sum",
  shows: "a browser tool and a server tool in the same turn",
  example: "Where am I, and what is 2 * 21?",
  tools: ["get_location", "multiply", "add"],
  play(question) {
    const sums = readSums(question);
    if (!asksWhere(question) || sums.length === 0) return undefined;
    return [
      { calls: [locationCall, ...sumCalls(sums)] },
      (results) => ({ text: `${sayLocation(results)} And ${saySums(sums, results)}.` }),
    ];
  },
};

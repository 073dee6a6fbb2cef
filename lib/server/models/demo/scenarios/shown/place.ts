import type { Scenario } from "../../scenario";
import { answerOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS =
  /\b(?:where is|show me where|find)\b(?!.*\b(?:am i|i am)\b).*?\b(?<place>lighthouse|lisbon|oslo|nairobi|lima|sydney)\b/i;

/** A point on the globe. */
export const place: Scenario = {
  name: "place",
  shows: "a place as a point on the globe",
  example: "Where is Lisbon?",
  tools: ["show_place"],
  play(question) {
    const name = ASKS.exec(question)?.groups?.place?.toLowerCase();
    const found = PLACES.find((each) => each.name.toLowerCase().includes(name ?? "nowhere"));
    if (!found) return undefined;
    return [
      { calls: [{ name: "show_place", args: found }] },
      (results) => {
        const result = answerOf(results, "show_place");
        return result && !result.isError
          ? { text: `${found.name} is there.` }
          : { text: `I could not show it: ${reasonOf(result)}.` };
      },
    ];
  },
};

const PLACES = [
  {
    name: "Cabo da Roca lighthouse",
    latitude: 38.7805,
    longitude: -9.4989,
    note: "Where the land ends and the sea begins",
  },
  { name: "Lisbon", latitude: 38.7223, longitude: -9.1393, note: "At the mouth of the Tagus" },
  { name: "Oslo", latitude: 59.9139, longitude: 10.7522, note: "At the end of its fjord" },
  { name: "Nairobi", latitude: -1.2864, longitude: 36.8172, note: "1,795 m above the sea" },
  { name: "Lima", latitude: -12.0464, longitude: -77.0428, note: "It hardly ever rains there" },
  { name: "Sydney", latitude: -33.8688, longitude: 151.2093, note: "Around its harbour" },
];

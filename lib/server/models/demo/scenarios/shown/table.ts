import type { Scenario } from "../../scenario";
import { answerOf, fieldOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /\btable\b(?:\s+(?:of|about|with)\s+(?:the\s+)?(?<subject>[^.!?\n]{1,80}))?/i;

/** Rows that fill a table one after the other. */
export const table: Scenario = {
  name: "table",
  shows: "a table that fills row by row",
  example: "Make a table of the planets",
  tools: ["make_table"],
  play(question) {
    const match = /\b(?:make|draw|show|give|create|build)\b/i.test(question) ? ASKS.exec(question) : null;
    if (!match) return undefined;
    const subject = match.groups?.subject?.trim() ?? "planets";
    const isPlanets = /planet|solar/i.test(subject);
    const opening = isPlanets ? "Here they are." : `My script has no ${subject}, so here are the planets.`;
    return [
      { text: opening, calls: [{ name: "make_table", args: PLANETS }] },
      (results) => {
        const result = answerOf(results, "make_table");
        return result && !result.isError
          ? {
              text: `The table has ${String(fieldOf(result, "rows"))} rows. Jupiter is the largest, Mercury the smallest.`,
            }
          : { text: `The table could not be made: ${reasonOf(result)}.` };
      },
    ];
  },
};

const PLANETS = {
  title: "The planets",
  columns: ["planet", "diameter_km", "moons", "day", "note"],
  rows: [
    { planet: "Mercury", diameter_km: 4879, moons: 0, day: "176 days", note: "A year is shorter than a day" },
    { planet: "Venus", diameter_km: 12104, moons: 0, day: "117 days", note: "Turns the other way round" },
    { planet: "Earth", diameter_km: 12756, moons: 1, day: "24 hours", note: "You are here" },
    { planet: "Mars", diameter_km: 6792, moons: 2, day: "24.7 hours", note: "Home of Olympus Mons, 22 km high" },
    { planet: "Jupiter", diameter_km: 142984, moons: 95, day: "9.9 hours", note: "The Great Red Spot is a storm" },
    { planet: "Saturn", diameter_km: 120536, moons: 146, day: "10.7 hours", note: "Its rings are mostly ice" },
    { planet: "Uranus", diameter_km: 51118, moons: 28, day: "17.2 hours", note: "Lies on its side" },
    { planet: "Neptune", diameter_km: 49528, moons: 16, day: "16.1 hours", note: "The windiest of all" },
  ],
};

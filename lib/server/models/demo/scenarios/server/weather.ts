import type { Scenario, ToolResult } from "../../scenario";
import { answerOf, fieldOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /\b(?:weather|forecast)\b.*?\b(?:in|for|at)\s+(?<cities>[\p{L}][\p{L}\s.,'’-]{0,120})/iu;
const MAX_CITIES = 4;

/** A server tool with a structured result. */
export const weather: Scenario = {
  name: "weather",
  shows: "a server tool with a structured result",
  example: "What is the weather in Lisbon?",
  tools: ["get_weather"],
  play(question) {
    const cities = readCities(question);
    if (cities.length === 0) return undefined;
    return [
      { text: "Let me look that up.", calls: cities.map((city) => ({ name: "get_weather", args: { city } })) },
      (results) => ({
        text: cities.map((city, position) => sayWeather(city, answerOf(results, "get_weather", position))).join("\n\n"),
      }),
    ];
  },
};

function readCities(question: string): string[] {
  const cities = ASKS.exec(question)?.groups?.cities ?? "";
  return cities
    .split(/\s+and\s+|\s*,\s*/i)
    .map((city) => city.replace(/\b(?:today|tomorrow|now|this week|please)\b.*$/i, "").trim())
    .map((city) => city.replace(/[.\s]+$/, ""))
    .filter((city) => city !== "")
    .slice(0, MAX_CITIES);
}

function sayWeather(city: string, result: ToolResult | undefined): string {
  const days = fieldOf(result, "days");
  const today: unknown = Array.isArray(days) ? days[0] : undefined;
  if (!result || result.isError || typeof today !== "object" || today === null) {
    return `I have no forecast for ${city}: ${reasonOf(result)}.`;
  }
  const day = (name: string) => String(Reflect.get(today, name));
  return `In ${city} it is ${day("sky")} today, between ${day("low_c")} and ${day("high_c")} °C. These are made-up demo numbers, not a real forecast.`;
}

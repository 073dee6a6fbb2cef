import { createHash } from "node:crypto";
import { tool } from "@langchain/core/tools";
import { z } from "zod";

const DAYS = ["today", "tomorrow", "in 2 days", "in 3 days", "in 4 days"] as const;
const SKIES = ["sunny", "partly cloudy", "cloudy", "rainy", "windy", "foggy"] as const;

/** A made-up forecast: the same city always gets the same one, and the result says that it is made up. Works offline. */
export const getWeather = tool(
  ({ city }) => {
    const digest = createHash("sha256").update(city.trim().toLowerCase()).digest();
    return JSON.stringify({
      city,
      is_demo_data: true,
      source: "Made up by Toolweave for demonstration; not a real forecast",
      days: DAYS.map((day, index) => forecast(day, digest.subarray(index * 4, index * 4 + 4))),
    });
  },
  {
    name: "get_weather",
    description: "Get a weather forecast of five days for a city. Demonstration data, not a real forecast.",
    schema: z.object({ city: z.string().min(1).max(120).describe("The city, for example Lisbon") }),
    metadata: { title: "Weather" },
  },
);

function forecast(day: string, [sky = 0, low = 0, range = 0, rain = 0]: Uint8Array) {
  const lowC = 4 + (low % 18);
  return {
    day,
    sky: SKIES[sky % SKIES.length],
    low_c: lowC,
    high_c: lowC + 3 + (range % 9),
    rain_percent: (rain % 11) * 10,
  };
}

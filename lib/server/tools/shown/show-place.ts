import { tool } from "@langchain/core/tools";
import { z } from "zod";

/** Shows a point on the globe; no map service is asked. */
export const showPlace = tool(({ name }) => JSON.stringify({ shown: name }), {
  name: "show_place",
  description: "Show the person where a place is that you know: a point on the globe, with a link to a map.",
  schema: z.object({
    name: z.string().min(1).max(200),
    latitude: z.number().min(-90).max(90).describe("Degrees, north is positive"),
    longitude: z.number().min(-180).max(180).describe("Degrees, east is positive"),
    note: z.string().max(500).optional(),
  }),
  metadata: { title: "Place" },
});

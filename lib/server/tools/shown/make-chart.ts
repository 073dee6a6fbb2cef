import { tool } from "@langchain/core/tools";
import { z } from "zod";

/** Shows numbers as a chart; the call's arguments are the chart, the result only counts its points. */
export const makeChart = tool(({ points }) => JSON.stringify({ points: points.length }), {
  name: "make_chart",
  description: "Show the person a chart of numbers that you know. Its points appear one by one as you write them.",
  schema: z.object({
    title: z.string().max(200),
    kind: z.enum(["bar", "line"]),
    y_max: z.number().optional().describe("Where the scale ends, when you know it beforehand: then it never changes"),
    points: z
      .array(z.object({ label: z.string().max(60), value: z.number() }))
      .min(1)
      .max(400),
  }),
  metadata: { title: "Chart" },
});

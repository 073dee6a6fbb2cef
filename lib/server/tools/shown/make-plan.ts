import { tool } from "@langchain/core/tools";
import { z } from "zod";

/** Shows steps as a list; the call's arguments are the list. */
export const makePlan = tool(
  ({ steps }) => JSON.stringify({ steps: steps.length, done: steps.filter(({ status }) => status === "done").length }),
  {
    name: "make_plan",
    description:
      "Show the person a plan or a list of things to do. Call it again with all steps when their state changes.",
    schema: z.object({
      title: z.string().max(200),
      steps: z
        .array(z.object({ text: z.string().min(1).max(500), status: z.enum(["todo", "doing", "done"]) }))
        .min(1)
        .max(100),
    }),
    metadata: { title: "Plan" },
  },
);

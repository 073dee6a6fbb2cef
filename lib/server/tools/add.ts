import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { addNumbers } from "./decimal-arithmetic";

/** The sum of two numbers. */
export const add = tool(({ a, b }) => addNumbers(a, b), {
  name: "add",
  description: "Add two numbers.",
  schema: z.object({ a: z.number().describe("The first number"), b: z.number().describe("The second number") }),
  metadata: { title: "Add" },
});

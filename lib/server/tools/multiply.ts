import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { multiplyNumbers } from "./decimal-arithmetic";

/** The product of two numbers. */
export const multiply = tool(({ a, b }) => multiplyNumbers(a, b), {
  name: "multiply",
  description: "Multiply two numbers.",
  schema: z.object({ a: z.number().describe("The first number"), b: z.number().describe("The second number") }),
  metadata: { title: "Multiply" },
});

import { createAgent, tool } from "langchain";
import { z } from "zod";
import { ScriptedModel } from "./scripted-model";

const add = tool(({ a, b }) => String(a + b), {
  name: "add",
  description: "Adds two numbers.",
  schema: z.object({ a: z.number(), b: z.number() }),
});

/** LangChain's own headless tool: no implementation on the server, the call pauses the graph. */
const getLocation = tool({
  name: "get_location",
  description: "Where the person's device is.",
  schema: z.object({ high_accuracy: z.boolean() }),
});

export const agent = createAgent({ model: new ScriptedModel(), tools: [add, getLocation] });

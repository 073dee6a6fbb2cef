import { tool } from "@langchain/core/tools";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { z } from "zod";

/** Keeps a fact on the server, in the graph's store, for all threads. Meant to be looked at by the person first. */
export const keepFact = tool(
  async ({ fact }, config: LangGraphRunnableConfig) => {
    if (config.store === undefined) throw new Error("This server keeps nothing between threads.");
    const id = crypto.randomUUID();
    await config.store.put(["facts"], id, { fact, kept_at: new Date().toISOString() });
    return JSON.stringify({ fact_id: id, fact });
  },
  {
    name: "keep_fact",
    description: "Keep a fact about the person on the server, for later conversations. The person looks at it first.",
    schema: z.object({ fact: z.string().min(1).max(500).describe("One short sentence") }),
    metadata: { title: "Keep a fact" },
  },
);

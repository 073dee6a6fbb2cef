import type { Hono } from "hono";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import type { AgentInfo } from "@/lib/protocol";
import { readBody } from "./read-request";
import type { Services } from "./services";

const searchSchema = z.looseObject({
  graph_id: z.string().nullish(),
  name: z.string().nullish(),
  limit: z.int().min(1).max(1000).nullish(),
  offset: z.int().min(0).nullish(),
});

/** Agents as a LangGraph server lists them. They are made by the configuration alone: the name is the id. */
export function addAssistantRoutes(app: Hono, { agents, maxBodyBytes }: Services): void {
  const madeAt = new Date().toISOString();

  app.post("/assistants/search", async (context) => {
    const { graph_id, name, limit, offset } = await readBody(context.req.raw, searchSchema, maxBodyBytes);
    const matches = agents
      .describe()
      .filter((agent) => (!graph_id || agent.id === graph_id) && (!name || agent.title.includes(name)));
    const start = offset ?? 0;
    return context.json(matches.slice(start, start + (limit ?? 10)).map((agent) => toAssistant(agent, madeAt)));
  });

  app.get("/assistants/:assistantId", (context) => {
    const id = context.req.param("assistantId");
    const agent = agents.describe().find((candidate) => candidate.id === id);
    if (!agent) throw new ToolweaveError("not_found", `There is no agent "${id}".`);
    return context.json(toAssistant(agent, madeAt));
  });
}

function toAssistant(agent: AgentInfo, madeAt: string): Record<string, unknown> {
  return {
    assistant_id: agent.id,
    graph_id: agent.id,
    name: agent.title,
    description: agent.description ?? null,
    config: {},
    context: {},
    metadata: { created_by: "system" },
    version: 1,
    created_at: madeAt,
    updated_at: madeAt,
  };
}

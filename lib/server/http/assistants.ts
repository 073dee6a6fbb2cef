import { ToolweaveError } from "@/lib/errors";
import {
  type AgentInfo,
  type Assistant,
  type CountAssistants,
  countAssistantsSchema,
  graphQuerySchema,
  searchAssistantsSchema,
  subgraphsQuerySchema,
} from "@/lib/protocol";
import { describeGraph } from "../agents/graph-schemas";
import { paginate } from "./exchange/paginate";
import { pickFields } from "./exchange/pick-fields";
import { readBody, readQuery } from "./exchange/read-request";
import type { App, Services } from "./services";

/** Agents as a LangGraph server lists them. They are made by the configuration alone: the name is the id. */
export function addAssistantRoutes(app: App, { agents, maxBodyBytes }: Services): void {
  const madeAt = new Date().toISOString();
  const matching = (wanted: CountAssistants) =>
    agents
      .describe()
      .map((agent) => toAssistant(agent, madeAt))
      .filter((assistant) => isWanted(assistant, wanted));

  app.post("/assistants/search", async (context) => {
    const body = await readBody(context.req.raw, searchAssistantsSchema, maxBodyBytes);
    const all = matching(body);
    if (body.sort_by) sort(all, body.sort_by, body.sort_order === "desc");
    const start = body.offset ?? 0;
    const page = all.slice(start, start + (body.limit ?? 10));
    paginate(context, start + page.length, all.length);
    return context.json(page.map((assistant) => pickFields(assistant, body.select)));
  });

  app.post("/assistants/count", async (context) =>
    context.json(matching(await readBody(context.req.raw, countAssistantsSchema, maxBodyBytes)).length),
  );

  app.get("/assistants/:assistantId", (context) => {
    const id = context.req.param("assistantId");
    const assistant = matching({}).find(({ assistant_id }) => assistant_id === id);
    if (!assistant) throw new ToolweaveError("not_found", `There is no agent "${id}".`);
    return context.json(assistant);
  });

  app.get("/assistants/:assistantId/schemas", async (context) => {
    const id = context.req.param("assistantId");
    return context.json({ graph_id: id, ...describeGraph(await agents.graph(id)) });
  });

  app.get("/assistants/:assistantId/graph", async (context) => {
    const graph = await agents.graph(context.req.param("assistantId"));
    const { xray } = readQuery(context.req.raw, graphQuerySchema);
    const drawable = await graph.getGraphAsync(xray === undefined ? {} : { xray });
    return context.json(drawable.toJSON());
  });

  const subgraphs = async (assistantId: string, raw: Request, namespace?: string) => {
    const graph = await agents.graph(assistantId);
    const { recurse } = readQuery(raw, subgraphsQuerySchema);
    const found: Record<string, unknown> = {};
    for await (const [name, subgraph] of graph.getSubgraphsAsync(namespace, recurse ?? false)) {
      found[name] = describeGraph(subgraph);
    }
    return found;
  };

  app.get("/assistants/:assistantId/subgraphs", async (context) =>
    context.json(await subgraphs(context.req.param("assistantId"), context.req.raw)),
  );

  app.get("/assistants/:assistantId/subgraphs/:namespace", async (context) => {
    const { assistantId, namespace } = context.req.param();
    return context.json(await subgraphs(assistantId, context.req.raw, namespace));
  });
}

function isWanted(assistant: Assistant, { graph_id, name, metadata }: CountAssistants): boolean {
  if (graph_id && assistant.graph_id !== graph_id) return false;
  if (name && !assistant.name.toLowerCase().includes(name.toLowerCase())) return false;
  const own = assistant.metadata ?? {};
  return Object.entries(metadata ?? {}).every(([key, value]) => JSON.stringify(own[key]) === JSON.stringify(value));
}

type SortField = "assistant_id" | "graph_id" | "name" | "created_at" | "updated_at";

function sort(assistants: Assistant[], field: SortField, isDescending: boolean): void {
  assistants.sort((a, b) => a[field].localeCompare(b[field]) * (isDescending ? -1 : 1));
}

function toAssistant(agent: AgentInfo, madeAt: string): Assistant {
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

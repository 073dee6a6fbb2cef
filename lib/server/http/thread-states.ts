import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Hono } from "hono";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import { checkpointSchema, historyRequestSchema } from "@/lib/protocol";
import type { AgentGraph } from "../config";
import { EMPTY_STATE_JSON, stringifyState } from "../encoding/thread-state";
import { threadNotFound } from "../runs/refusals";
import { badRequest, readBody, readQuery } from "./read-request";
import type { Services } from "./services";

const DEFAULT_HISTORY_LIMIT = 10;
const checkpointRequestSchema = z.looseObject({ checkpoint: checkpointSchema });
const historyQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  before: z.string().optional(),
});

/** What a thread holds, now and at each checkpoint. */
export function addStateRoutes(app: Hono, services: Services): void {
  const { runtime, maxBodyBytes } = services;

  app.get("/threads/:threadId/state", async (context) => {
    const threadId = context.req.param("threadId");
    const graph = await graphOfThread(services, threadId);
    return json(graph ? stringifyState(await graph.getState(placeOf(threadId))) : EMPTY_STATE_JSON);
  });

  app.get("/threads/:threadId/state/:checkpointId", async (context) =>
    stateAt(services, context.req.param("threadId"), context.req.param("checkpointId")),
  );

  app.post("/threads/:threadId/state/checkpoint", async (context) => {
    const { checkpoint } = await readBody(context.req.raw, checkpointRequestSchema, maxBodyBytes);
    if (!checkpoint.checkpoint_id) throw badRequest("checkpoint.checkpoint_id is missing.", "checkpoint.checkpoint_id");
    return stateAt(services, context.req.param("threadId"), checkpoint.checkpoint_id);
  });

  const history = async (threadId: string, limit: number, before: unknown): Promise<Response> => {
    const graph = await graphOfThread(services, threadId);
    if (!graph) return json("[]");
    const checkpointId = readBefore(before);
    if (checkpointId !== undefined) await requireCheckpoint(runtime.storage.saver, threadId, checkpointId);
    const states: string[] = [];
    const options = checkpointId === undefined ? { limit } : { limit, before: placeOf(threadId, checkpointId) };
    for await (const snapshot of graph.getStateHistory(placeOf(threadId), options))
      states.push(stringifyState(snapshot));
    return json(`[${states.join(",")}]`);
  };

  app.post("/threads/:threadId/history", async (context) => {
    const { limit, before } = await readBody(context.req.raw, historyRequestSchema, maxBodyBytes);
    return history(context.req.param("threadId"), limit ?? DEFAULT_HISTORY_LIMIT, before);
  });

  app.get("/threads/:threadId/history", async (context) => {
    const { limit, before } = readQuery(context.req.raw, historyQuerySchema);
    return history(context.req.param("threadId"), limit ?? DEFAULT_HISTORY_LIMIT, before);
  });
}

async function stateAt(services: Services, threadId: string, checkpointId: string): Promise<Response> {
  const graph = await graphOfThread(services, threadId);
  await requireCheckpoint(services.runtime.storage.saver, threadId, checkpointId);
  return json(graph ? stringifyState(await graph.getState(placeOf(threadId, checkpointId))) : EMPTY_STATE_JSON);
}

/** The graph that last ran on a thread; `undefined` before its first run. */
async function graphOfThread({ runtime, agents }: Services, threadId: string): Promise<AgentGraph | undefined> {
  const thread = await runtime.storage.threads.get(threadId);
  if (!thread) throw threadNotFound(threadId);
  const name = thread.metadata?.graph_id;
  if (typeof name !== "string") return undefined;
  if (agents.names.includes(name)) return agents.graph(name);
  throw new ToolweaveError("conflict", `This thread belongs to the agent "${name}", which is not configured any more.`);
}

/** A checkpoint that is not there is a 404, not an empty state that a client would build on. */
export async function requireCheckpoint(
  saver: BaseCheckpointSaver,
  threadId: string,
  checkpointId: string,
): Promise<void> {
  if (await saver.getTuple(placeOf(threadId, checkpointId))) return;
  throw new ToolweaveError("not_found", `Thread ${threadId} has no checkpoint ${checkpointId}.`, {
    context: { field: "checkpoint_id" },
  });
}

function placeOf(threadId: string, checkpointId?: string): { configurable: Record<string, string> } {
  const place = { thread_id: threadId, checkpoint_ns: "" };
  return { configurable: checkpointId === undefined ? place : { ...place, checkpoint_id: checkpointId } };
}

const beforeSchema = z.union([
  z.string().min(1),
  z.looseObject({ checkpoint_id: z.string() }).transform(({ checkpoint_id }) => checkpoint_id),
  z
    .looseObject({ configurable: z.looseObject({ checkpoint_id: z.string() }) })
    .transform(({ configurable }) => configurable.checkpoint_id),
]);

/** An id, a checkpoint, or LangGraph's config around one. */
function readBefore(before: unknown): string | undefined {
  if (before === undefined || before === null) return undefined;
  const read = beforeSchema.safeParse(before);
  if (!read.success) throw badRequest("before must name a checkpoint.", "before");
  return read.data;
}

function json(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json" } });
}

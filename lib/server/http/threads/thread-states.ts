import {
  type Checkpoint,
  historyQuerySchema,
  historyRequestSchema,
  stateQuerySchema,
  stateRequestSchema,
  updateStateSchema,
} from "@/lib/protocol";
import type { AgentGraph } from "../../config";
import { EMPTY_STATE_JSON, stringifyState } from "../../encoding/thread-state";
import { readState } from "../../runs/read-state";
import { readThreadBody } from "../exchange/own-threads";
import { badRequest, readQuery } from "../exchange/read-request";
import type { App, Services } from "../services";
import {
  type CheckpointPlace,
  graphOfThread,
  placeOf,
  readBefore,
  requireCheckpoint,
  requireNamespace,
} from "./checkpoint-place";
import { countKept } from "./count-kept";
import { updateState } from "./update-state";

const DEFAULT_HISTORY_LIMIT = 10;

type StateQuery = {
  readonly subgraphs?: boolean | undefined;
  readonly messages_since?: string | undefined;
  readonly last_messages?: number | undefined;
};

/** What a thread holds, now and at each checkpoint. */
export function addStateRoutes(app: App, services: Services): void {
  const { runtime } = services;

  app.get("/threads/:threadId/state", async (context) => {
    const query = readQuery(context.req.raw, stateQuerySchema);
    return stateAt(services, { threadId: context.req.param("threadId") }, query);
  });

  app.post("/threads/:threadId/state", async (context) => {
    const body = await readThreadBody(services, context, updateStateSchema);
    const place = { threadId: context.req.param("threadId"), userId: context.var.user.userId };
    return context.json({ checkpoint: await updateState(services, place, body) });
  });

  app.get("/threads/:threadId/state/:checkpointId", async (context) => {
    const query = readQuery(context.req.raw, stateQuerySchema);
    const { threadId, checkpointId } = context.req.param();
    return stateAt(services, { threadId, checkpointId }, query);
  });

  app.post("/threads/:threadId/state/checkpoint", async (context) => {
    const { checkpoint, subgraphs } = await readThreadBody(services, context, stateRequestSchema);
    if (!checkpoint.checkpoint_id && !checkpoint.checkpoint_ns)
      throw badRequest("checkpoint.checkpoint_id is missing.", "checkpoint.checkpoint_id");
    return stateAt(services, toPlace(context.req.param("threadId"), checkpoint), { subgraphs: subgraphs ?? false });
  });

  type Page = { limit: number | null | undefined; before: unknown; metadata?: object; namespace?: string };
  const history = async (threadId: string, { limit, before, metadata, namespace = "" }: Page): Promise<Response> => {
    const graph = await graphOfThread(services, threadId);
    if (!graph) return json("[]");
    const checkpointId = readBefore(before);
    if (checkpointId !== undefined) await requireCheckpoint(runtime.storage.saver, threadId, checkpointId, namespace);
    const options = {
      limit: limit ?? DEFAULT_HISTORY_LIMIT,
      ...(checkpointId === undefined ? {} : { before: placeOf({ threadId, checkpointId, namespace }) }),
      ...(metadata === undefined ? {} : { filter: { ...metadata } }),
    };
    const states: string[] = [];
    for await (const snapshot of graph.getStateHistory(placeOf({ threadId, namespace }), options))
      states.push(stringifyState(snapshot));
    return json(`[${states.join(",")}]`);
  };

  app.post("/threads/:threadId/history", async (context) => {
    const body = await readThreadBody(services, context, historyRequestSchema);
    return history(context.req.param("threadId"), {
      limit: body.limit,
      before: body.before,
      metadata: body.metadata ?? {},
      namespace: body.checkpoint?.checkpoint_ns ?? "",
    });
  });

  app.get("/threads/:threadId/history", async (context) =>
    history(context.req.param("threadId"), {
      before: undefined,
      limit: undefined,
      ...readQuery(context.req.raw, historyQuerySchema),
    }),
  );
}

function toPlace(threadId: string, { checkpoint_id, checkpoint_ns }: Checkpoint): CheckpointPlace {
  return {
    threadId,
    ...(checkpoint_id ? { checkpointId: checkpoint_id } : {}),
    ...(checkpoint_ns ? { namespace: checkpoint_ns } : {}),
  };
}

async function stateAt(
  services: Services,
  place: CheckpointPlace,
  { subgraphs = false, messages_since: messagesSince, last_messages: lastMessages }: StateQuery,
): Promise<Response> {
  const graph = await graphOfThread(services, place.threadId);
  const { threadId, checkpointId, namespace } = place;
  if (checkpointId !== undefined)
    await requireCheckpoint(services.runtime.storage.saver, threadId, checkpointId, namespace);
  if (!graph) return json(EMPTY_STATE_JSON);
  if (checkpointId === undefined && namespace !== undefined)
    await requireNamespace(services.runtime.storage.saver, threadId, namespace);
  if (checkpointId !== undefined || namespace !== undefined)
    return json(stringifyState(await graph.getState(placeOf(place), { subgraphs }), 0, lastMessages));
  const state = await lastState(services, graph, threadId, subgraphs);
  return json(
    stringifyState(
      state,
      messagesSince ? await countKept(services.runtime.storage, threadId, messagesSince, state) : 0,
      lastMessages,
    ),
  );
}

/** A thread that an earlier run left unreadable is put right by its first reader. */
async function lastState({ runtime }: Services, graph: AgentGraph, threadId: string, subgraphs: boolean) {
  const { runs, storage } = runtime;
  try {
    return await graph.getState(placeOf({ threadId }), { subgraphs });
  } catch (error) {
    if (runs.isBusy(threadId)) throw error;
    return runs.withThread(threadId, () => {
      if (runs.isBusy(threadId)) throw error;
      return readState(graph, storage, threadId, { subgraphs });
    });
  }
}

function json(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json" } });
}

import { ToolweaveError } from "@/lib/errors";
import { countThreadsSchema, createThreadSchema, searchThreadsSchema, updateThreadSchema } from "@/lib/protocol";
import { threadNotFound, unsupported } from "../../runs/refusals";
import { answerDeleted } from "../exchange/answer-deleted";
import { assertSmallMetadata, withRoomForThread } from "../exchange/limits/within-limits";
import { assertOwn, readThreadBody } from "../exchange/own-threads";
import { paginate } from "../exchange/paginate";
import { badRequest, readBody } from "../exchange/read-request";
import type { App, Services } from "../services";
import { deleteThread } from "./delete-thread";
import { readFeedbackChanges, tellFeedback } from "./feedback";
import { seedState } from "./update-state";

/** Threads: make, read, find, copy, change, remove. */
export function addThreadRoutes(app: App, services: Services): void {
  const { runtime, agents, maxBodyBytes } = services;
  const { storage, runs } = runtime;

  app.post("/threads", async (context) => {
    const body = await readBody(context.req.raw, createThreadSchema, maxBodyBytes);
    const threadId = body.thread_id ?? crypto.randomUUID();
    const supersteps = body.supersteps ?? [];
    checkGraphId(agents, body.metadata);
    assertSmallMetadata(body.metadata, services);
    const graph = supersteps.length > 0 ? await agents.graph(readGraphId(body.metadata)) : undefined;
    const { userId } = context.var.user;
    const create = () => storage.threads.create(threadId, body.metadata ?? {}, { userId });
    const isNeeded = async () => (await storage.threads.ownerOf(threadId)) !== userId;
    const created = await withRoomForThread(services, context.var.user, create, { isNeeded });
    if (created && graph) {
      await runs
        .withThread(threadId, () => seedState(services, { threadId, userId }, graph, supersteps))
        .catch(async (error: unknown) => {
          await storage.threads.delete(threadId);
          throw error;
        });
      return context.json(await storage.threads.get(threadId));
    }
    if (created) return context.json(created);
    await assertOwn(storage.threads, threadId, userId);
    const existing = body.if_exists === "do_nothing" ? await storage.threads.get(threadId) : undefined;
    if (existing) return context.json(existing);
    throw new ToolweaveError("conflict", `Thread ${threadId} already exists.`, { context: { field: "thread_id" } });
  });

  app.post("/threads/search", async (context) => {
    const body = await readBody(context.req.raw, searchThreadsSchema, maxBodyBytes);
    const { threads, total } = await storage.threads.search(body, context.var.user.userId);
    paginate(context, (body.offset ?? 0) + threads.length, total);
    return context.json(threads);
  });

  app.post("/threads/count", async (context) => {
    const body = await readBody(context.req.raw, countThreadsSchema, maxBodyBytes);
    return context.json(await storage.threads.count(body, context.var.user.userId));
  });

  app.post("/threads/:threadId/copy", async (context) => {
    const threadId = context.req.param("threadId");
    const { user } = context.var;
    const copy = async () => {
      await assertOwn(storage.threads, threadId, user.userId); // the lock may have been waited for
      return storage.threads.copy(threadId, crypto.randomUUID());
    };
    const copied = await withRoomForThread(services, user, () => runs.withThread(threadId, copy));
    if (!copied) throw threadNotFound(threadId);
    return context.json(copied);
  });

  app.get("/threads/:threadId", async (context) => {
    const threadId = context.req.param("threadId");
    const thread = await storage.threads.get(threadId);
    if (!thread) throw threadNotFound(threadId);
    return context.json(thread);
  });

  app.patch("/threads/:threadId", async (context) => {
    const threadId = context.req.param("threadId");
    const { metadata } = await readThreadBody(services, context, updateThreadSchema);
    const feedback = readFeedbackChanges(metadata);
    const former = (await storage.threads.metadata(threadId)) ?? {};
    assertSmallMetadata(metadata, services, former);
    if (former.graph_id !== metadata.graph_id) checkGraphId(agents, metadata);
    const thread = await storage.threads.update(threadId, { metadata });
    if (!thread) throw threadNotFound(threadId);
    tellFeedback(services, { threadId, userId: context.var.user.userId }, feedback, former);
    return context.json(thread);
  });

  app.delete("/threads/:threadId", async (context) => {
    const threadId = context.req.param("threadId");
    const { userId } = context.var.user;
    if (!(await deleteThread(services, { threadId, userId }))) throw threadNotFound(threadId);
    return answerDeleted(context, storage);
  });
}

/** A thread is read by its agent's graph: with one that is not there, nobody could read it any more. */
function checkGraphId({ names }: Services["agents"], metadata: Record<string, unknown> | null | undefined): void {
  if (!metadata || !Object.hasOwn(metadata, "graph_id")) return;
  if (typeof metadata.graph_id === "string" && names.includes(metadata.graph_id)) return;
  throw unsupported("metadata.graph_id", `must be the name of an agent. Agents here: ${names.join(", ")}.`);
}

/** The agent whose state a new thread begins with. */
function readGraphId(metadata: Record<string, unknown> | null | undefined): string {
  if (typeof metadata?.graph_id === "string") return metadata.graph_id;
  throw badRequest("metadata.graph_id must name the agent that the supersteps are for.", "metadata.graph_id");
}

import type { Context, Hono } from "hono";
import { ToolweaveError } from "@/lib/errors";
import { createThreadSchema, searchThreadsSchema, updateThreadSchema } from "@/lib/protocol";
import { threadNotFound } from "../runs/refusals";
import { readBody } from "./read-request";
import type { Services } from "./services";

/** Threads: make, read, find, change, remove. */
export function addThreadRoutes(app: Hono, { runtime, maxBodyBytes }: Services): void {
  const { storage, runs } = runtime;

  app.post("/threads", async (context) => {
    const body = await readBody(context.req.raw, createThreadSchema, maxBodyBytes);
    const threadId = body.thread_id ?? crypto.randomUUID();
    const created = await storage.threads.create(threadId, body.metadata ?? {});
    if (created) return context.json(created);
    const existing = body.if_exists === "do_nothing" ? await storage.threads.get(threadId) : undefined;
    if (existing) return context.json(existing);
    throw new ToolweaveError("conflict", `Thread ${threadId} already exists.`, { context: { field: "thread_id" } });
  });

  app.post("/threads/search", async (context) => {
    const body = await readBody(context.req.raw, searchThreadsSchema, maxBodyBytes);
    const { threads, total } = await storage.threads.search(body);
    paginate(context, (body.offset ?? 0) + threads.length, total);
    return context.json(threads);
  });

  app.get("/threads/:threadId", async (context) => {
    const threadId = context.req.param("threadId");
    const thread = await storage.threads.get(threadId);
    if (!thread) throw threadNotFound(threadId);
    return context.json(thread);
  });

  app.patch("/threads/:threadId", async (context) => {
    const threadId = context.req.param("threadId");
    const { metadata } = await readBody(context.req.raw, updateThreadSchema, maxBodyBytes);
    const thread = await storage.threads.update(threadId, { metadata });
    if (!thread) throw threadNotFound(threadId);
    return context.json(thread);
  });

  app.delete("/threads/:threadId", async (context) => {
    const threadId = context.req.param("threadId");
    const isDeleted = await runs.withThread(threadId, async () => {
      await runs.endThread(threadId);
      return storage.threads.delete(threadId);
    });
    if (!isDeleted) throw threadNotFound(threadId);
    return context.body(null, 204);
  });
}

/** Total of all matches, and where the next page begins while there is one. */
function paginate(context: Context, next: number, total: number): void {
  context.header("X-Pagination-Total", String(total));
  if (next < total) context.header("X-Pagination-Next", String(next));
}

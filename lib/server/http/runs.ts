import type { Hono } from "hono";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import { runStatusSchema } from "@/lib/protocol";
import { threadNotFound, unsupported } from "../runs/refusals";
import { flagSchema, readQuery } from "./read-request";
import type { Services } from "./services";
import { startRun } from "./start-run";

const DEFAULT_LIMIT = 10;
const listSchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  offset: z.coerce.number().int().min(0).optional(),
  status: runStatusSchema.optional(),
});
const cancelSchema = z.object({
  wait: flagSchema.optional(),
  action: z.enum(["interrupt", "rollback"]).optional(),
});

/** Runs without their streams: start in the background, list, read, stop. */
export function addRunRoutes(app: Hono, services: Services): void {
  const { storage, runs } = services.runtime;

  app.post("/threads/:threadId/runs", async (context) => {
    const { run, place } = await startRun(context.req.raw, context.req.param("threadId"), services);
    context.header("Content-Location", place);
    return context.json(run);
  });

  app.get("/threads/:threadId/runs", async (context) => {
    const threadId = context.req.param("threadId");
    const { limit, offset, status } = readQuery(context.req.raw, listSchema);
    if (!(await storage.threads.get(threadId))) throw threadNotFound(threadId);
    return context.json(
      await storage.runs.list(threadId, { limit: limit ?? DEFAULT_LIMIT, offset: offset ?? 0, status }),
    );
  });

  app.get("/threads/:threadId/runs/:runId", async (context) => {
    const { threadId, runId } = context.req.param();
    return context.json(await requireRun(services, threadId, runId));
  });

  app.post("/threads/:threadId/runs/:runId/cancel", async (context) => {
    const { threadId, runId } = context.req.param();
    const { wait, action } = readQuery(context.req.raw, cancelSchema);
    if (action === "rollback") throw unsupported("action", '"rollback" is not served; use "interrupt".');
    await requireRun(services, threadId, runId);
    const stopping = runs.stop(threadId, runId); // one that has settled already needs nothing
    if (!wait) return context.body(null, 202);
    await stopping?.settled;
    return context.body(null, 204);
  });
}

/** The run of a path, or a 404 that says which part is unknown. */
export async function requireRun({ runtime }: Services, threadId: string, runId: string) {
  const run = await runtime.storage.runs.get(threadId, runId);
  if (run) return run;
  if (!(await runtime.storage.threads.get(threadId))) throw threadNotFound(threadId);
  throw new ToolweaveError("not_found", `Run ${runId} not found.`, { context: { run_id: runId } });
}

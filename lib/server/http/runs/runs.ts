import type { Context } from "hono";
import { ToolweaveError } from "@/lib/errors";
import { cancelQuerySchema, type Run, runListQuerySchema } from "@/lib/protocol";
import { threadNotFound } from "../../runs/refusals";
import { answerDeleted } from "../exchange/answer-deleted";
import { pickFields } from "../exchange/pick-fields";
import { readQuery } from "../exchange/read-request";
import type { App, Services } from "../services";
import { startRun, userRequest } from "./start-run";

const DEFAULT_LIMIT = 10;

/** Runs without their streams: start in the background, list, read, stop, remove. */
export function addRunRoutes(app: App, services: Services): void {
  const { storage, runs } = services.runtime;

  app.post("/threads/:threadId/runs", async (context) => {
    const { run, place } = await startRun(userRequest(context), context.req.param("threadId"), services);
    context.header("Content-Location", place);
    return context.json(run);
  });

  app.get("/threads/:threadId/runs", async (context) => {
    const threadId = context.req.param("threadId");
    const { limit, offset, status, select } = readQuery(context.req.raw, runListQuerySchema);
    if (!(await storage.threads.exists(threadId))) throw threadNotFound(threadId);
    const page = { limit: limit ?? DEFAULT_LIMIT, offset: offset ?? 0, status };
    return context.json((await storage.runs.list(threadId, page)).map((run) => pickFields(run, select)));
  });

  app.get("/threads/:threadId/runs/:runId", async (context) => {
    const { threadId, runId } = context.req.param();
    return context.json(await requireRun(services, threadId, runId));
  });

  app.post("/threads/:threadId/runs/:runId/cancel", async (context) => {
    const { threadId, runId } = context.req.param();
    await requireRun(services, threadId, runId);
    return cancelRun(context, services, threadId, runId);
  });

  app.delete("/threads/:threadId/runs/:runId", async (context) => {
    const { threadId, runId } = context.req.param();
    await requireRun(services, threadId, runId);
    await runs.stop(threadId, runId, "rolled-back")?.settled;
    await storage.runs.delete(threadId, runId);
    return answerDeleted(context, storage);
  });
}

/** Stops a run; one that has settled already needs nothing. 202 at once, or 204 when it has ended. */
export async function cancelRun(
  context: Context,
  { runtime }: Services,
  threadId: string,
  runId: string,
): Promise<Response> {
  const { wait, action } = readQuery(context.req.raw, cancelQuerySchema);
  const stopping = runtime.runs.stop(threadId, runId, action === "rollback" ? "rolled-back" : "stopped");
  if (!wait) return context.body(null, 202);
  await stopping?.settled;
  return context.body(null, 204);
}

/** The run of a path, or a 404 that says which part is unknown. */
export async function requireRun({ runtime }: Services, threadId: string, runId: string): Promise<Run> {
  const run = await runtime.storage.runs.get(threadId, runId);
  if (run) return run;
  if (!(await runtime.storage.threads.exists(threadId))) throw threadNotFound(threadId);
  throw new ToolweaveError("not_found", `Run ${runId} not found.`, { context: { run_id: runId } });
}

import type { Context, Hono } from "hono";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import type { Run } from "@/lib/protocol";
import { createEventStream, createSettledStream, HEARTBEAT_MS } from "../runs/event-stream";
import { badRequest, flagSchema, readQuery } from "./read-request";
import { requireRun } from "./runs";
import type { Services } from "./services";
import { startRun } from "./start-run";

const joinSchema = z.object({ cancel_on_disconnect: flagSchema.optional() });

/** Runs with what they say: as a stream of events, or as one answer at the end. */
export function addRunStreamRoutes(app: Hono, services: Services): void {
  app.post("/threads/:threadId/runs/stream", async (context) => {
    const { run, request } = await startRun(context.req.raw, context.req.param("threadId"), services);
    return streamRun(services, run, -1, request.on_disconnect === "cancel");
  });

  app.post("/threads/:threadId/runs/wait", async (context) => {
    const { run, request } = await startRun(context.req.raw, context.req.param("threadId"), services);
    return waitForRun(services, run, request.on_disconnect === "cancel");
  });

  app.get("/threads/:threadId/runs/:runId/stream", async (context) => {
    const run = await runOfPath(context, services);
    return streamRun(services, run, readCursor(context.req.raw, run.run_id), isCancelling(context));
  });

  app.get("/threads/:threadId/runs/:runId/join", async (context) =>
    waitForRun(services, await runOfPath(context, services), isCancelling(context)),
  );
}

function runOfPath(context: Context, services: Services): Promise<Run> {
  return requireRun(services, context.req.param("threadId") ?? "", context.req.param("runId") ?? "");
}

function isCancelling(context: Context): boolean {
  return readQuery(context.req.raw, joinSchema).cancel_on_disconnect ?? false;
}

function streamRun({ runtime }: Services, run: Run, after: number, isCancelledByLeaving: boolean): Response {
  const { log, runs } = runtime;
  const place = placeOf(run);
  const headers = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
    "content-location": place,
    location: `${place}/stream`,
  };
  const firstKept = log.firstKept(run.run_id) ?? 0;
  if (after + 1 < firstKept) throw eventsGone();
  const cursor = log.follow(run.run_id, after);
  if (!cursor)
    return new Response(createSettledStream(run.run_id, run.error ? JSON.stringify(run.error) : undefined), {
      headers,
    });
  const leave = isCancelledByLeaving ? () => void runs.stop(run.thread_id, run.run_id) : undefined;
  return new Response(createEventStream(cursor, leave), { headers });
}

/** Line breaks keep the connection alive until the answer is there; JSON readers skip them. */
function waitForRun({ runtime }: Services, run: Run, isCancelledByLeaving: boolean): Response {
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      heartbeat = setInterval(() => controller.enqueue(encoder.encode("\n")), HEARTBEAT_MS);
      try {
        await runtime.runs.settled(run.run_id);
        controller.enqueue(encoder.encode(JSON.stringify(await readResult(runtime, run))));
        controller.close();
      } catch (error) {
        controller.error(error);
      } finally {
        clearInterval(heartbeat);
      }
    },
    cancel() {
      clearInterval(heartbeat);
      if (isCancelledByLeaving) runtime.runs.stop(run.thread_id, run.run_id);
    },
  });
  return new Response(body, { headers: { "content-type": "application/json", "content-location": placeOf(run) } });
}

async function readResult({ storage }: Services["runtime"], { thread_id, run_id }: Run): Promise<unknown> {
  const settled = await storage.runs.get(thread_id, run_id);
  if (settled?.error) return { __error__: settled.error };
  const thread = await storage.threads.get(thread_id);
  const interrupts = Object.values(thread?.interrupts ?? {}).flat();
  const values = typeof thread?.values === "object" && thread.values !== null ? thread.values : {};
  return interrupts.length > 0 ? { ...values, __interrupt__: interrupts } : values;
}

/** `-1` is everything, `<run>:<n>` or a bare number what follows it, no header what comes from now on. */
function readCursor(request: Request, runId: string): number {
  const header = request.headers.get("last-event-id")?.trim();
  if (!header) return Number.POSITIVE_INFINITY;
  const match = /^(?:(?<run>[0-9a-f-]{36}):)?(?<number>-1|\d{1,15})$/.exec(header)?.groups;
  if (!match) throw badRequest("Last-Event-ID must be -1, a number, or <run id>:<number>.", "Last-Event-ID");
  if (match.run && match.run !== runId) throw badRequest("Last-Event-ID belongs to another run.", "Last-Event-ID");
  return Number(match.number);
}

function eventsGone(): ToolweaveError {
  return new ToolweaveError(
    "events_gone",
    "The events after that one are no longer kept. Read the thread's state instead.",
  );
}

function placeOf({ thread_id, run_id }: Run): string {
  return `/threads/${thread_id}/runs/${run_id}`;
}

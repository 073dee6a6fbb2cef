import type { Context } from "hono";
import { ToolweaveError } from "@/lib/errors";
import { joinQuerySchema, type Run } from "@/lib/protocol";
import { createEventStream, createSettledStream, HEARTBEAT_MS } from "../../runs/events/event-stream";
import { type OpenPlace, whileOpen } from "../exchange/limits/open-limit";
import { badRequest, readQuery } from "../exchange/read-request";
import type { App, AppEnv, Services } from "../services";
import { requireRun } from "./runs";
import { type StartedRun, startRun, userRequest } from "./start-run";

/** Runs with what they say: as a stream of events, or as one answer at the end. */
export function addRunStreamRoutes(app: App, services: Services): void {
  app.post("/threads/:threadId/runs/stream", (context) =>
    streamStarted(context, services, () => startRun(userRequest(context), context.req.param("threadId"), services)),
  );

  app.post("/threads/:threadId/runs/wait", (context) =>
    waitForStarted(context, services, () => startRun(userRequest(context), context.req.param("threadId"), services)),
  );

  app.get("/threads/:threadId/runs/:runId/stream", async (context) => {
    const run = await runOfPath(context, services);
    return joinStream(context, services, run, placeOf(run));
  });

  app.get("/threads/:threadId/runs/:runId/join", async (context) => {
    const run = await runOfPath(context, services);
    return joinRun(context, services, run, placeOf(run));
  });
}

/** Starts a run and follows it from its beginning. */
export function streamStarted(
  context: Context<AppEnv>,
  services: Services,
  start: () => Promise<StartedRun>,
): Promise<Response> {
  return whileFollowed(context, services, async (open) =>
    streamRun(services, { ...readingOf(await start(), open), after: -1 }),
  );
}

/** Starts a run and waits for it. */
export function waitForStarted(
  context: Context<AppEnv>,
  services: Services,
  start: () => Promise<StartedRun>,
): Promise<Response> {
  return whileFollowed(context, services, async (open) => waitForRun(services, readingOf(await start(), open)));
}

/** An answer that is followed until its run has ended takes a place of its user's, before anything is started for it. */
function whileFollowed(
  context: Context<AppEnv>,
  { open }: Services,
  answer: (place: OpenPlace) => Promise<Response> | Response,
): Promise<Response> {
  return whileOpen(open.streams, { request: context.req.raw, user: context.var.user }, answer);
}

function runOfPath(context: Context<AppEnv>, services: Services): Promise<Run> {
  return requireRun(services, context.req.param("threadId") ?? "", context.req.param("runId") ?? "");
}

/** Follows a run that goes on, from where `Last-Event-ID` says. HEAD follows nothing, and so ends nothing by leaving. */
export async function joinStream(
  context: Context<AppEnv>,
  services: Services,
  run: Run,
  place: string,
): Promise<Response> {
  const after = readCursor(context.req.raw, run.run_id);
  const isCancelledByLeaving = isCancelling(context);
  if (context.req.method === "HEAD") return new Response(null, { headers: streamHeaders(place) });
  return whileFollowed(context, services, (open) =>
    streamRun(services, { run, place, after, isCancelledByLeaving, open }),
  );
}

/** Waits for a run that goes on. */
export async function joinRun(
  context: Context<AppEnv>,
  services: Services,
  run: Run,
  place: string,
): Promise<Response> {
  const isCancelledByLeaving = isCancelling(context);
  if (context.req.method === "HEAD") return new Response(null, { headers: resultHeaders(place) });
  return whileFollowed(context, services, (open) => waitForRun(services, { run, place, isCancelledByLeaving, open }));
}

/** True where the reader wants the run to end with its connection. */
function isCancelling(context: Context<AppEnv>): boolean {
  return readQuery(context.req.raw, joinQuerySchema).cancel_on_disconnect ?? false;
}

type Reading = {
  readonly run: Run;
  readonly place: string;
  readonly isCancelledByLeaving: boolean;
  /** The place that it takes, given back when nobody follows it any more. */
  readonly open: OpenPlace;
};

function readingOf({ run, request, place }: StartedRun, open: OpenPlace): Reading {
  return { run, place, isCancelledByLeaving: request.on_disconnect === "cancel", open };
}

/** A run's events after number `after`. `place` is the run's path, relative to the api. */
async function streamRun({ runtime }: Services, reading: Reading & { readonly after: number }): Promise<Response> {
  const { log, runs } = runtime;
  const { run, place, after, isCancelledByLeaving, open } = reading;
  const headers = streamHeaders(place);
  const firstKept = (await log.firstKept(run.run_id)) ?? 0;
  if (after + 1 < firstKept) throw eventsGone();
  // who asks for what comes from now on is told the end of a run that has come to it
  const hasSettled = run.status !== "pending" && run.status !== "running";
  const isLate = hasSettled && after === Number.POSITIVE_INFINITY;
  const cursor = isLate ? undefined : await log.follow(run.run_id, after);
  if (!cursor) {
    open.release();
    const errorJson = run.error ? JSON.stringify(run.error) : undefined;
    return new Response(createSettledStream(run.run_id, errorJson), { headers });
  }
  const onLeave = isCancelledByLeaving ? () => void runs.stop(run.thread_id, run.run_id) : undefined;
  const leave = () => {
    cursor.close();
    onLeave?.();
  };
  open.signal.addEventListener("abort", leave); // a host may drop an answer without a word to its body
  if (open.signal.aborted) leave();
  return new Response(createEventStream(cursor, { onLeave, onEnd: open.release }), { headers });
}

/** Line breaks keep the connection alive until the answer is there; JSON readers skip them. */
function waitForRun({ runtime }: Services, { run, place, isCancelledByLeaving, open }: Reading): Response {
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  const leave = () => void (isCancelledByLeaving && runtime.runs.stop(run.thread_id, run.run_id));
  open.signal.addEventListener("abort", leave);
  if (open.signal.aborted) leave();
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
        open.release();
      }
    },
    cancel() {
      clearInterval(heartbeat);
      open.release();
      leave();
    },
  });
  return new Response(body, { headers: resultHeaders(place) });
}

function streamHeaders(place: string) {
  return {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
    "content-location": place,
    location: `${place}/stream`,
  };
}

function resultHeaders(place: string) {
  return { "content-type": "application/json", "content-location": place };
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

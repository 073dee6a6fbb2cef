import type { Context } from "hono";
import { ToolweaveError } from "@/lib/errors";
import { type Run, runBatchSchema, runRequestSchema } from "@/lib/protocol";
import type { Room } from "../../runs/room";
import type { User } from "../../users";
import { withRoomForThread } from "../exchange/limits/within-limits";
import { readBody } from "../exchange/read-request";
import type { App, AppEnv, Services } from "../services";
import { deleteThread } from "../threads/delete-thread";
import { startBatch } from "./run-batch";
import { joinRun, joinStream, streamStarted, waitForStarted } from "./run-streams";
import { cancelRun, requireRun } from "./runs";
import { launchRun, type ReadRun, readRun, type StartedRun, type UserRequest, userRequest } from "./start-run";

/** How long a stateless run can be read again after it has settled; then its hidden thread goes. */
const KEEP_MS = 5 * 60_000;

/**
 * Runs that name no thread. Each gets a hidden thread of its own, which is removed some time after the run has
 * settled; `on_completion: "keep"` makes it an ordinary thread.
 */
export function addStatelessRunRoutes(app: App, services: Services): void {
  app.post("/runs", async (context) => {
    const { run, place } = await startOne(userRequest(context), services);
    context.header("Content-Location", place);
    return context.json(run);
  });

  app.post("/runs/stream", (context) =>
    streamStarted(context, services, () => startOne(userRequest(context), services)),
  );

  app.post("/runs/wait", (context) =>
    waitForStarted(context, services, () => startOne(userRequest(context), services)),
  );

  app.post("/runs/batch", async (context) => {
    const payloads = await readBody(context.req.raw, runBatchSchema, services.maxBodyBytes);
    const { user } = context.var;
    const runs = await startBatch(payloads, user, services, (read, room) => launch(read, user, services, room));
    return context.json(runs);
  });

  app.get("/runs/:runId", async (context) => context.json(await runOfPath(context, services)));

  app.get("/runs/:runId/stream", async (context) => {
    const run = await runOfPath(context, services);
    return joinStream(context, services, run, placeOf(run));
  });

  app.get("/runs/:runId/join", async (context) => {
    const run = await runOfPath(context, services);
    return joinRun(context, services, run, placeOf(run));
  });

  app.post("/runs/:runId/cancel", async (context) => {
    const run = await runOfPath(context, services);
    return cancelRun(context, services, run.thread_id, run.run_id);
  });
}

async function startOne({ raw, user }: UserRequest, services: Services): Promise<StartedRun> {
  const request = await readBody(raw, runRequestSchema, services.maxBodyBytes);
  const read = await readRun(request, raw.headers.get("idempotency-key"), services);
  const run = await launch(read, user, services);
  return { run, request, place: placeOf(run) };
}

/** `room`: where there is known to be room for the run and its thread. */
async function launch(read: ReadRun, user: User, services: Services, room?: Room): Promise<Run> {
  const { storage } = services.runtime;
  // the same key must find the same run, and runs are found by thread
  const threadId = read.idempotency ? uuidOf(user, read.idempotency.key, services.identity) : crypto.randomUUID();
  const isTemporary = read.request.on_completion !== "keep";
  const create = () => storage.threads.create(threadId, {}, { userId: user.userId, isTemporary });
  const isNeeded = async () => (await storage.threads.ownerOf(threadId)) !== user.userId;
  const isNew = (await (room ? create() : withRoomForThread(services, user, create, { isNeeded }))) !== undefined;
  const run = await launchRun(read, { threadId, user, room }, services).catch(async (error: unknown) => {
    if (isNew) await storage.threads.delete(threadId);
    throw error;
  });
  if (isNew && isTemporary) removeLater(run, user, services);
  return run;
}

/** What is still there when the process ends is removed at the next start. */
function removeLater({ thread_id, run_id }: Run, { userId }: User, services: Services): void {
  const { runtime, reportError } = services;
  const { storage } = runtime;
  // deleted before, its id may name another thread by now
  const isStillThere = async () => (await storage.runs.get(thread_id, run_id)) !== undefined;
  const remove = () => {
    if (runtime.isClosing) return;
    const report = (error: unknown) => reportError(error, { threadId: thread_id });
    const removing = deleteThread(services, { threadId: thread_id, userId }, isStillThere);
    removing.then((isRemoved) => (isRemoved ? storage.scrub() : undefined)).catch(report);
  };
  const settled = runtime.runs.settled(run_id);
  settled.then(
    () => setTimeout(remove, KEEP_MS).unref(),
    (error: unknown) => reportError(error, { runId: run_id }),
  );
}

async function runOfPath(context: Context<AppEnv>, services: Services): Promise<Run> {
  const runId = context.req.param("runId") ?? "";
  const { runs, threads } = services.runtime.storage;
  const threadId = await runs.threadOf(runId);
  const isOwn = threadId !== undefined && (await threads.ownerOf(threadId)) === context.var.user.userId;
  if (isOwn) return requireRun(services, threadId, runId);
  throw new ToolweaveError("not_found", `Run ${runId} not found.`, { context: { run_id: runId } });
}

function placeOf({ run_id }: Run): string {
  return `/runs/${run_id}`;
}

/** A UUID (version 8, of our own making) that is always the same for a user's key, and that only this server can know. */
function uuidOf({ userId }: User, key: string, { sign }: Services["identity"]): string {
  const hex = Buffer.from(sign(`stateless run:${JSON.stringify([userId, key])}`), "base64url").toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

import { setTimeout as wait } from "node:timers/promises";
import { isToolweaveError } from "@/lib/errors";
import { MODEL_KEY, type Run, type RunRequest, type RunStatus } from "@/lib/protocol";
import type { AgentGraph } from "../config";
import { stringifyWire } from "../encoding/stringify-wire";
import { createKeyedLock, type KeyedLock } from "../keyed-lock";
import { SERVER_STOPPED } from "../persistence/server-gone";
import type { Idempotency } from "../persistence/storage";
import type { User } from "../users";
import { executeRun } from "./execute-run";
import { createLiveRun, type LiveRun, type Outcome, type StopReason } from "./live-run";
import { checkpointIdOf, prepareRun, requireStart } from "./prepare-run";
import { readState } from "./read-state";
import { keyReused, shuttingDown, threadBusy, threadNotFound, tooManyRuns } from "./refusals";
import { readModes } from "./request/read-modes";
import { answeredIds, notPending } from "./request/read-resume";
import { createRooms, type Room } from "./room";
import { type SettleParts, settleRun } from "./settle-run";

export type StartRun = {
  readonly threadId: string;
  readonly user: User;
  /** How many runs of the user may go on or wait at once. */
  readonly limit: number;
  readonly agent: string;
  /** The model that the request chose; the thread remembers it. */
  readonly modelId?: string | undefined;
  readonly graph: AgentGraph;
  readonly request: RunRequest;
  readonly idempotency?: Idempotency | undefined;
  /** Where its place was reserved before; else it is now. */
  readonly room?: Room | undefined;
};

/**
 * Runs belong to the server: they go on whether anybody reads or not. At most one runs on a thread at a time;
 * everything that starts, answers or replaces one happens under the thread's lock.
 */
export type RunManager = {
  readonly withThread: KeyedLock;
  /**
   * Starts a run, or finds the one that the same idempotency key started. Resolves when it runs or is in the queue.
   * Rejects with `not_found`, `busy`, `interrupt_not_pending`, `resume_ambiguous`, `unsupported`, `bad_request`,
   * `conflict` (the key was used for another request) and `shutting_down`.
   */
  start(start: StartRun): Promise<Run>;
  /**
   * Keeps places for so many more runs of a user free until they are started or it is closed. Throws `rate_limited` where they
   * would be more than `limit`.
   */
  reserveRoom(user: User, count: number, limit: number): Room;
  /** Tells a run to end; `settled` resolves when it has. `undefined`: it is not running. Default reason: `stopped`. */
  stop(threadId: string, runId: string, reason?: StopReason): { readonly settled: Promise<void> } | undefined;
  /** Ends everything on a thread without keeping anything. Must be called under the thread's lock. */
  endThread(threadId: string): Promise<void>;
  isBusy(threadId: string): boolean;
  /** Resolves when the run has settled; at once for one that is not running. */
  settled(runId: string): Promise<void>;
  /** Takes no new runs; lets the others come to their end for a part of the time, then stops them. */
  dispose(graceMs: number): Promise<void>;
};

/** How many runs may wait on one thread. */
const MAX_QUEUED_RUNS = 32;
/** In one process a run is attempted once: what a crash cut off is an error, and the person tries again. */
const ATTEMPT = 1;
/** The rest is for stopping: a graph has 1 s to obey. */
const WAITING_SHARE = 0.6;

/** The run manager of one data folder. */
export function createRunManager(parts: SettleParts): RunManager {
  const { storage, log, telemetry, reportError } = parts;
  const withThread = createKeyedLock();
  const running = new Map<string, LiveRun>();
  const queues = new Map<string, LiveRun[]>();
  const rooms = createRooms();
  let isDisposed = false;

  const queueOf = (threadId: string) => queues.get(threadId) ?? [];
  const isBusy = (threadId: string) => running.has(threadId) || queueOf(threadId).length > 0;
  const allLive = () => [...running.values(), ...[...queues.values()].flat()];

  async function start(asked: StartRun): Promise<Run> {
    const { threadId, user, limit, request, idempotency } = asked;
    const modes = readModes(request);
    return withThread(threadId, async () => {
      if (isDisposed) throw shuttingDown();
      if ((await storage.threads.ownerOf(threadId)) !== user.userId) throw threadNotFound(threadId);
      const repeated = idempotency && (await findRepeated(threadId, idempotency));
      if (repeated) return repeated;
      await requireStart(request, storage.saver, threadId);
      const room = asked.room ?? reserveRoom(user, 1, limit);
      return begin(asked, modes, room).finally(() => (asked.room ? undefined : room.close()));
    });
  }

  async function begin(asked: StartRun, modes: LiveRun["modes"], room: Room): Promise<Run> {
    const { threadId, user, agent, modelId, graph, request, idempotency } = asked;
    await makeWay(threadId, request);
    const run = createLiveRun({ runId: crypto.randomUUID(), threadId, user, agent, modelId, graph, request, modes });
    const isQueued = isBusy(threadId);
    if (!isQueued) await prepare(run);
    const stored = await insert(run, isQueued ? "pending" : "running", idempotency);
    run.writer = await log.open(run.runId, ATTEMPT);
    room.take(); // from the next line on the run counts itself
    if (isQueued) setQueue(threadId, [...queueOf(threadId), run]);
    else await launch(run);
    return stored;
  }

  function reserveRoom({ userId }: User, count: number, limit: number): Room {
    const live = allLive().filter((run) => run.user.userId === userId).length;
    if (live + rooms.promisedTo(userId) + count > limit) throw tooManyRuns(limit);
    return rooms.promise(userId, count);
  }

  async function findRepeated(threadId: string, { key, digest }: Idempotency): Promise<Run | undefined> {
    const found = await storage.runs.findByKey(threadId, key);
    if (found && found.digest !== digest) throw keyReused();
    return found?.run;
  }

  /** What happens to the run that is there already. */
  async function makeWay(threadId: string, request: RunRequest): Promise<void> {
    const strategy = request.multitask_strategy ?? "reject";
    const active = running.get(threadId);
    const isResume = Boolean(request.command && Object.hasOwn(request.command, "resume"));
    if (active && isResume) refuseSecondAnswer(active, request);
    if (!isBusy(threadId)) return;
    const isFull = queueOf(threadId).length >= MAX_QUEUED_RUNS;
    if (strategy === "reject" || (strategy === "enqueue" && isFull)) throw threadBusy(threadId);
    if (strategy === "enqueue") return;
    const reason = strategy === "rollback" ? "rolled-back" : "stopped";
    for (const queued of queueOf(threadId)) await settleQueued(queued, reason);
    if (!active) return;
    // what waits for an answer must go on waiting when another answer of the same pause comes
    tellToStop(active, isResume && reason === "stopped" ? "resumed" : reason);
    await active.settled;
  }

  async function prepare(run: LiveRun): Promise<void> {
    await requireStart(run.request, storage.saver, run.threadId); // the run before may have taken it along
    run.fence = await storage.runs.fence(run.threadId);
    run.era = await storage.eraOf(run.user.userId);
    run.mark = await storage.rollBack.mark(run.threadId, checkpointIdOf(run.request));
    const ready = () => prepareRun(run.request, run.graph, storage, run.threadId);
    const prepared = await ready().catch(async (error: unknown) => {
      if (isToolweaveError(error)) throw error;
      await readState(run.graph, storage, run.threadId);
      return ready();
    });
    Object.assign(run, prepared);
  }

  async function insert(run: LiveRun, status: RunStatus, idempotency: Idempotency | undefined): Promise<Run> {
    const now = new Date().toISOString();
    const stored: Run = {
      run_id: run.runId,
      thread_id: run.threadId,
      assistant_id: run.agent,
      status,
      created_at: now,
      updated_at: now,
      metadata: run.request.metadata ?? {},
      multitask_strategy: run.request.multitask_strategy ?? "reject",
    };
    const kwargs = {
      stream_mode: run.request.stream_mode ?? ["values"],
      subgraphs: run.request.stream_subgraphs ?? false,
    };
    await storage.runs.insert({ ...stored, kwargs, idempotency });
    return stored;
  }

  /** From here on the run settles in any case. Must be called under the thread's lock. */
  async function launch(run: LiveRun, refusal?: { error: unknown }): Promise<void> {
    running.set(run.threadId, run);
    run.telemetry = telemetry.runStarted(run);
    run.writer.append("metadata", metadataOf(run));
    if (run.closed && run.modes.includes("updates")) {
      run.writer.append("updates", stringifyWire({ [run.closed.node]: { messages: run.closed.messages } }));
    }
    try {
      const chosen = run.modelId === undefined ? {} : { [MODEL_KEY]: run.modelId };
      const metadata = { graph_id: run.agent, assistant_id: run.agent, ...chosen };
      if (!refusal) await storage.threads.setBusy(run.threadId, metadata);
    } catch (error) {
      report(run, error);
    }
    finish(run, refusal).catch((error: unknown) => report(run, error));
  }

  async function finish(run: LiveRun, refusal?: { error: unknown }): Promise<void> {
    const outcome: Outcome = refusal ? { type: "refused", error: refusal.error } : await executeRun(run);
    await settleRun(run, outcome, parts);
    running.delete(run.threadId);
    run.resolveSettled();
    await startNext(run.threadId);
  }

  async function startNext(threadId: string): Promise<void> {
    await withThread(threadId, async () => {
      const [next, ...others] = queueOf(threadId);
      if (!next || running.has(threadId)) return;
      setQueue(threadId, others);
      running.set(threadId, next); // from now on a stop finds it here
      try {
        await prepare(next);
        await storage.runs.setStatus(next.runId, "running");
      } catch (error) {
        await launch(next, { error });
        return;
      }
      await launch(next);
    });
  }

  async function settleQueued(run: LiveRun, reason: StopReason = "stopped"): Promise<void> {
    setQueue(
      run.threadId,
      queueOf(run.threadId).filter((queued) => queued !== run),
    );
    run.isSettled = true;
    run.error = reason === "server-ending" ? SERVER_STOPPED : undefined;
    if (reason === "rolled-back") await storage.runs.delete(run.threadId, run.runId);
    else await storage.runs.setStatus(run.runId, "interrupted", run.error);
    run.writer.append("metadata", metadataOf(run));
    if (run.error) run.writer.append("error", JSON.stringify(run.error));
    run.writer.append("end", "null");
    await run.writer.close();
    run.resolveSettled();
  }

  function setQueue(threadId: string, queue: LiveRun[]): void {
    if (queue.length > 0) queues.set(threadId, queue);
    else queues.delete(threadId);
  }

  function report(run: LiveRun, error: unknown): void {
    reportError(error, { threadId: run.threadId, runId: run.runId });
  }

  return {
    withThread,
    start,
    reserveRoom,
    isBusy,

    stop(threadId, runId, reason = "stopped") {
      const active = running.get(threadId);
      if (active?.runId === runId) {
        tellToStop(active, reason);
        return { settled: active.settled };
      }
      const queued = queueOf(threadId).find((run) => run.runId === runId);
      return queued && { settled: settleQueued(queued, reason) };
    },

    async endThread(threadId) {
      for (const queued of queueOf(threadId)) await settleQueued(queued);
      const active = running.get(threadId);
      if (!active) return;
      tellToStop(active, "deleted");
      await active.settled;
    },

    async settled(runId) {
      await allLive().find((run) => run.runId === runId)?.settled;
    },

    async dispose(graceMs) {
      isDisposed = true;
      for (const queued of [...queues.values()].flat()) await settleQueued(queued, "server-ending");
      const all = () => Promise.all([...running.values()].map((run) => run.settled));
      const patience = new AbortController();
      await Promise.race([
        all(),
        wait(graceMs * WAITING_SHARE, undefined, { signal: patience.signal }).catch(() => undefined),
      ]);
      patience.abort();
      for (const run of running.values()) tellToStop(run, "server-ending");
      await all();
    },
  };
}

function tellToStop(run: LiveRun, reason: StopReason): void {
  if (run.abort.signal.aborted) return;
  run.stopReason = reason;
  run.abort.abort();
}

/** The first answer wins, from the moment it is being worked on. */
function refuseSecondAnswer(active: LiveRun, request: RunRequest): void {
  const ids = answeredIds(request.command?.resume);
  const answered = ids.length === 0 ? [...active.answering][0] : ids.find((id) => active.answering.has(id));
  if (answered !== undefined) throw notPending(answered, active.runId);
}

function metadataOf(run: LiveRun): string {
  return JSON.stringify({ run_id: run.runId, attempt: ATTEMPT });
}

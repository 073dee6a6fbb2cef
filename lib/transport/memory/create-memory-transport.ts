import { ToolweaveError } from "@/lib/errors";
import type { Info, RunRequest } from "@/lib/protocol";
import { type Clock, systemClock } from "../clock";
import { createUuid } from "../create-uuid";
import type { NewestRun, Transport } from "../transport";
import { createRunLog, type MemoryRun, type RunLog } from "./memory-run";
import { createMemoryThread, type MemoryThread } from "./memory-thread";

export type MemoryTransportOptions = {
  /** Plays the graph: called once for each run, after the run's input or answers were taken into the thread's state. A rejection fails the run. */
  readonly script: (run: MemoryRun) => Promise<void> | void;
  readonly info?: Info;
  readonly clock?: Clock;
};

export type MemoryTransport = Transport & {
  /** The thread's state as the server has it, whatever the client believes. */
  readonly threads: ReadonlyMap<string, MemoryThread>;
  /** Every request that started a run, in order; a repeated idempotency key does not count again. */
  readonly started: readonly RunRequest[];
};

/**
 * A server of the wire in the same process, scripted at its edge: threads, runs, event logs with resumption, interrupts,
 * claims with leases. For tests and stories; keeps everything in memory without a bound.
 */
export function createMemoryTransport({
  script,
  info = {},
  clock = systemClock,
}: MemoryTransportOptions): MemoryTransport {
  const threads = new Map<string, MemoryThread>();
  const runs = new Map<string, RunLog[]>();
  const startedByKey = new Map<string, RunLog>();
  const started: RunRequest[] = [];

  const threadOf = (threadId: string): MemoryThread => {
    const thread = threads.get(threadId);
    if (thread !== undefined) return thread;
    throw new ToolweaveError("not_found", `Thread ${threadId} not found.`, { context: { status: 404, isOurs: true } });
  };
  const activeOf = (threadId: string): RunLog | undefined =>
    runs.get(threadId)?.findLast((log) => log.status === "pending" || log.status === "running");
  const runOf = (threadId: string, runId: string): RunLog => {
    const log = runs.get(threadId)?.find((candidate) => candidate.run.runId === runId);
    if (log !== undefined) return log;
    throw new ToolweaveError("not_found", `Run ${runId} not found.`, { context: { status: 404, isOurs: true } });
  };

  function start(threadId: string, request: RunRequest, idempotencyKey: string | undefined): RunLog {
    const repeated = idempotencyKey === undefined ? undefined : startedByKey.get(idempotencyKey);
    if (repeated !== undefined) return repeated;
    const thread = threadOf(threadId);
    if (activeOf(threadId) !== undefined) {
      throw new ToolweaveError("busy", "The thread is busy with another run.", {
        context: { status: 409, isOurs: true },
      });
    }
    takeRequest(thread, request);
    const log = createRunLog(thread, createUuid(), request, idempotencyKey);
    runs.set(threadId, [...(runs.get(threadId) ?? []), log]);
    if (idempotencyKey !== undefined) startedByKey.set(idempotencyKey, log);
    started.push(request);
    void play(log);
    return log;
  }

  async function play(log: RunLog): Promise<void> {
    log.status = "running";
    log.run.emit("metadata", { run_id: log.run.runId, attempt: 1 });
    try {
      await script(log.run);
      log.settle("success");
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      const code = codeOf(error);
      log.error = { error: failure.name, message: failure.message, ...(typeof code === "string" ? { code } : {}) };
      log.run.emit("error", log.error);
      log.settle("error");
    }
  }

  return {
    threads,
    started,
    info: async () => info,
    createThread: async ({ threadId = createUuid(), metadata = {} } = {}) => {
      const thread = threads.get(threadId) ?? createMemoryThread(threadId, metadata, clock);
      threads.set(threadId, thread);
      return thread.thread(false);
    },
    searchThreads: async ({ limit, offset, q }) => {
      const all = [...threads.values()]
        .map((thread) => thread.thread(activeOf(thread.threadId) !== undefined))
        .filter(({ metadata }) => `${metadata?.title ?? ""}`.toLowerCase().includes(q?.toLowerCase() ?? ""))
        .reverse();
      const end = (offset ?? 0) + (limit ?? 10);
      const page = { threads: all.slice(offset ?? 0, end) };
      return end < all.length ? { ...page, next: end } : page;
    },
    getMetadata: async (threadId) => threadOf(threadId).thread(false).metadata ?? {},
    updateThread: async (threadId, metadata) => {
      threadOf(threadId).rename(metadata);
      return threadOf(threadId).thread(false);
    },
    deleteThread: async (threadId) => {
      activeOf(threadId)?.cancel();
      threads.delete(threadId);
    },
    getState: async (threadId, signal) => {
      signal?.throwIfAborted();
      return threadOf(threadId).state();
    },
    getMessages: async () => undefined,
    startRun: async function* (threadId, request, options = {}) {
      const log = start(threadId, structuredClone(request), options.idempotencyKey);
      options.onRun?.(log.run.runId);
      options.onConnection?.({ state: "open" });
      yield* log.follow(-1, options.signal);
    },
    joinRun: async function* (threadId, runId, options = {}) {
      const log = runOf(threadId, runId);
      options.onRun?.(runId);
      options.onConnection?.({ state: "open" });
      yield* log.follow(Number(options.lastEventId?.split(":")[1] ?? -1), options.signal);
    },
    activeRun: async (threadId) => {
      threadOf(threadId);
      const log = activeOf(threadId);
      if (log === undefined) return undefined;
      const { run, status, startKey } = log;
      return startKey === undefined ? { runId: run.runId, status } : { runId: run.runId, status, startKey };
    },
    createRun: async (threadId, request, options = {}) =>
      start(threadId, structuredClone(request), options.idempotencyKey).run.runId,
    newestRun: async (threadId) => {
      threadOf(threadId);
      const log = runs.get(threadId)?.at(-1);
      return log && toStanding(log);
    },
    getRun: async (threadId, runId) => toStanding(runOf(threadId, runId)),
    getHistory: async (threadId) => [threadOf(threadId).state()],
    getAssistants: async () => [],
    cancelRun: async (threadId, runId) => runOf(threadId, runId).cancel(),
    claimInterrupt: async (threadId, interruptId, holder) => threadOf(threadId).claim(interruptId, holder),
  };
}

function toStanding({ run, status, error }: RunLog): NewestRun {
  return error === undefined ? { runId: run.runId, status } : { runId: run.runId, status, error };
}

function takeRequest(thread: MemoryThread, { input, command }: RunRequest): void {
  const resume = command?.resume;
  if (typeof resume === "object" && resume !== null && !Array.isArray(resume)) thread.answer(Object.keys(resume));
  if (typeof input !== "object" || input === null) return;
  thread.closePending();
  const { messages } = input as { messages?: unknown };
  if (Array.isArray(messages)) thread.addMessages(messages);
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

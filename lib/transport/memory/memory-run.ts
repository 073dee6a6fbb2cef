import {
  type ErrorData,
  encodeSse,
  type Interrupt,
  type RunRequest,
  type RunStatus,
  readEvent,
  type StreamEvent,
} from "@/lib/protocol";
import type { MemoryThread } from "./memory-thread";

/** One run of the in-memory server: what its script may do, and the log that readers follow. */
export type MemoryRun = {
  readonly threadId: string;
  readonly runId: string;
  readonly request: RunRequest;
  /** Aborts when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Appends one event to the log. `event` may carry a namespace: `updates|sub:1`. */
  emit(event: string, data: unknown): void;
  /** Puts messages into the thread's state (by id) and reports them as the `updates` of a node. */
  addMessages(node: string, messages: readonly Record<string, unknown>[]): void;
  /** Pauses the thread: the interrupt is pending until it is answered, and reported under `__interrupt__`. */
  interrupt(interrupt: Interrupt): void;
  /** What the command of this run answered to an interrupt; undefined when it answered nothing. */
  answerTo(interruptId: string): unknown;
};

export type RunLog = {
  readonly run: MemoryRun;
  readonly startKey: string | undefined;
  status: RunStatus;
  /** Why it failed. */
  error?: ErrorData;
  readonly events: StreamEvent[];
  settle(status: RunStatus): void;
  cancel(): void;
  follow(after: number, signal: AbortSignal | undefined): AsyncGenerator<readonly StreamEvent[]>;
};

export function createRunLog(
  thread: MemoryThread,
  runId: string,
  request: RunRequest,
  startKey: string | undefined,
): RunLog {
  const cancellation = new AbortController();
  const events: StreamEvent[] = [];
  const listeners = new Set<() => void>();
  const announce = () => {
    for (const listener of [...listeners]) listener();
  };

  const run: MemoryRun = {
    threadId: thread.threadId,
    runId,
    request,
    signal: cancellation.signal,
    emit: (event, data) => {
      if (log.status !== "pending" && log.status !== "running") return;
      events.push(overTheWire(event, data, `${runId}:${events.length}`));
      announce();
    },
    addMessages: (node, messages) => {
      if (run.signal.aborted) return;
      thread.addMessages(messages);
      run.emit("updates", { [node]: { messages } });
    },
    interrupt: (interrupt) => {
      if (run.signal.aborted) return;
      thread.pause(interrupt);
      run.emit("updates", { __interrupt__: [interrupt] });
    },
    answerTo: (interruptId) => {
      const resume = request.command?.resume;
      if (typeof resume !== "object" || resume === null || !Object.hasOwn(resume, interruptId)) return undefined;
      return (resume as Record<string, unknown>)[interruptId];
    },
  };

  const log: RunLog = {
    run,
    startKey,
    status: "pending",
    events,
    settle: (status) => {
      if (log.status !== "pending" && log.status !== "running") return;
      run.emit("end", null);
      log.status = status;
      announce();
    },
    cancel: () => {
      cancellation.abort();
      log.settle("interrupted");
    },
    follow: async function* (after, signal) {
      for (let next = after + 1; ; ) {
        signal?.throwIfAborted();
        const fresh = events.slice(next);
        if (fresh.length > 0) {
          next += fresh.length;
          yield fresh;
          continue;
        }
        if (log.status !== "pending" && log.status !== "running") return;
        await new Promise<void>((resolve) => {
          const wake = () => {
            listeners.delete(wake);
            signal?.removeEventListener("abort", wake);
            resolve();
          };
          listeners.add(wake);
          signal?.addEventListener("abort", wake);
        });
      }
    },
  };
  return log;
}

/** Through the same text as on a real wire, so that nothing is shared between server and client. */
function overTheWire(event: string, data: unknown, id: string): StreamEvent {
  const line = encodeSse(event, JSON.stringify(data ?? null), id).split("\n")[1] ?? "";
  return readEvent({ event, data: line.slice("data: ".length), id });
}

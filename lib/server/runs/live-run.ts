import type { ErrorData, RunRequest, StreamMode } from "@/lib/protocol";
import type { AgentGraph } from "../config";
import type { Era, ThreadMark } from "../persistence/storage";
import type { RunTelemetry } from "../telemetry/run-telemetry";
import type { User } from "../users";
import type { ClosedCalls } from "./calls/close-calls";
import type { LogWriter } from "./events/event-log";
import { createPartialAnswers, type PartialAnswers } from "./partial-answers";

/**
 * Why a run was told to end early. `stopped`: what was produced is kept and open calls are closed. `server-ending`:
 * the same, by the server's own end, and the run says so in its `error`.
 * `resumed`: another answer to the same pause replaces it, so the pause is left as it is. `deleted`: nothing is kept.
 * `rolled-back`: the thread becomes again what it was before the run, and the run is forgotten.
 */
export type StopReason = "stopped" | "server-ending" | "resumed" | "deleted" | "rolled-back";

/** How a run ended. */
export type Outcome =
  | { readonly type: "finished" }
  | { readonly type: "stopped"; readonly reason: StopReason }
  | { readonly type: "failed"; readonly error: unknown }
  /** It waited in the queue, and when its turn came it could not start; the thread is as it was. */
  | { readonly type: "refused"; readonly error: unknown };

/** A run of this process that has not settled. */
export type LiveRun = {
  readonly runId: string;
  readonly threadId: string;
  /** On whose behalf the graph works. */
  readonly user: User;
  readonly agent: string;
  /** The model that it was started with, where the request chose one. */
  readonly modelId?: string | undefined;
  readonly graph: AgentGraph;
  readonly request: RunRequest;
  readonly modes: readonly StreamMode[];
  readonly abort: AbortController;
  /** Where its events go; nowhere until it is stored. */
  writer: LogWriter;
  /** What is observed of it; nothing until it runs. */
  telemetry: RunTelemetry | undefined;
  readonly partials: PartialAnswers;
  /** Which attempt on the thread this is; what comes with an older one is refused. Set when the run starts. */
  fence: number;
  /** Since when its user is at work; what comes from before the user was deleted is refused. Set when the run starts. */
  era: Era | undefined;
  /** What the graph is given; set when the run starts. */
  input: unknown;
  /** Calls that were closed to make way for this run. */
  closed: ClosedCalls | undefined;
  /** Interrupts that this run answers; a second answer to them is refused. */
  answering: ReadonlySet<string>;
  /** Where the thread stood before; set when the run starts. */
  mark: ThreadMark | undefined;
  stopReason: StopReason | undefined;
  /** Set when the run has settled; later writers of the same run change nothing. */
  isSettled: boolean;
  error: ErrorData | undefined;
  readonly settled: Promise<void>;
  readonly resolveSettled: () => void;
};

/** A run that is about to start, with nothing of it done yet. */
export function createLiveRun(
  start: Pick<LiveRun, "runId" | "threadId" | "user" | "agent" | "modelId" | "graph" | "request" | "modes">,
): LiveRun {
  const { promise: settled, resolve: resolveSettled } = Promise.withResolvers<void>();
  return {
    ...start,
    abort: new AbortController(),
    partials: createPartialAnswers(),
    writer: { append: () => false, close: async () => undefined },
    telemetry: undefined,
    fence: 0,
    era: undefined,
    input: undefined,
    closed: undefined,
    answering: new Set(),
    mark: undefined,
    stopReason: undefined,
    isSettled: false,
    error: undefined,
    settled,
    resolveSettled,
  };
}

import type { StateSnapshot } from "@langchain/langgraph";
import { isToolweaveError } from "@/lib/errors";
import type { ErrorData, Interrupt, RunStatus, ThreadStatus } from "@/lib/protocol";
import { toErrorData } from "../encoding/error-data";
import { stringifyWire } from "../encoding/stringify-wire";
import { readPendingInterrupts } from "../persistence/pending-interrupts";
import type { Storage } from "../persistence/storage";
import { messagesOf } from "./dangling-calls";
import type { EventLog } from "./event-log";
import type { LiveRun, Outcome } from "./live-run";
import { keepStoppedWork } from "./stop-run";

/** What settling needs besides the run. */
export type SettleParts = {
  readonly storage: Storage;
  readonly log: EventLog;
  readonly reportError: (error: unknown, context: Record<string, string>) => void;
};

/**
 * Brings a run to its end: keeps what a stop would lose, writes status, values and interrupts, and only then tells the
 * readers `error` (if any) and `end`. Never rejects: readers get their `end` even from a full disk.
 */
export async function settleRun(run: LiveRun, outcome: Outcome, parts: SettleParts): Promise<void> {
  const { storage, log, reportError } = parts;
  const context = { threadId: run.threadId, runId: run.runId };
  try {
    if (outcome.type === "stopped" && outcome.reason === "stopped") {
      await keepStoppedWork(run).catch((error: unknown) => reportError(error, context));
    }
    const state = await readState(run);
    const interrupts = await readPendingInterrupts(storage.saver, run.threadId);
    if (outcome.type === "failed" || outcome.type === "refused") {
      run.error = describeFailure(run, outcome.error, state);
      if (run.error.code === "internal") reportError(outcome.error, context);
    }
    await storage.settle({
      threadId: run.threadId,
      runId: run.runId,
      runStatus: runStatusOf(outcome),
      error: run.error,
      threadStatus: threadStatusOf(outcome, state, interrupts),
      valuesJson: state && stringifyWire(state.values),
      interrupts,
    });
  } catch (error) {
    reportError(error, context);
    run.error ??= { error: "SaveFailed", code: "internal", message: "The end of this answer could not be saved." };
  }
  run.isSettled = true;
  if (run.error) log.append(run.runId, "error", JSON.stringify(run.error));
  log.append(run.runId, "end", "null");
  log.close(run.runId);
}

async function readState(run: LiveRun): Promise<StateSnapshot | undefined> {
  const state = await run.graph.getState({ configurable: { thread_id: run.threadId } });
  return state.config.configurable?.checkpoint_id === undefined ? undefined : state;
}

function describeFailure(run: LiveRun, error: unknown, state: StateSnapshot | undefined): ErrorData {
  if (isToolweaveError(error)) return toErrorData(error, false);
  const known = new Set(messagesOf(state?.values).map(({ id }) => id ?? ""));
  return toErrorData(error, run.partials.missingFrom(known).length > 0);
}

function runStatusOf(outcome: Outcome): RunStatus {
  switch (outcome.type) {
    case "finished":
      return "success";
    case "stopped":
      return "interrupted";
    case "failed":
    case "refused":
      return "error";
    default:
      return outcome satisfies never;
  }
}

function threadStatusOf(
  outcome: Outcome,
  state: StateSnapshot | undefined,
  interrupts: Record<string, Interrupt[]>,
): ThreadStatus {
  if (outcome.type === "failed") return "error";
  const isPaused = outcome.type === "finished" && (state?.next.length ?? 0) > 0; // interrupt_before, interrupt_after
  return isPaused || Object.keys(interrupts).length > 0 ? "interrupted" : "idle";
}

import type { StateSnapshot } from "@langchain/langgraph";
import { isToolweaveError } from "@/lib/errors";
import type { ErrorData, Interrupt, RunStatus, ThreadStatus } from "@/lib/protocol";
import { toErrorData } from "../encoding/error-data";
import { stringifyWire } from "../encoding/stringify-wire";
import { isMessageList } from "../persistence/checkpoints/message-lists";
import { readPendingInterrupts } from "../persistence/pending-interrupts";
import type { Storage } from "../persistence/storage";
import type { Telemetry } from "../telemetry/run-telemetry";
import { messagesOf } from "./dangling-calls";
import type { EventLog } from "./event-log";
import type { LiveRun, Outcome } from "./live-run";
import { keepStoppedWork } from "./stop-run";

/** What settling needs besides the run. */
export type SettleParts = {
  readonly storage: Storage;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  readonly reportError: (error: unknown, context: Record<string, string>) => void;
};

/**
 * Brings a run to its end: keeps what a stop would lose, writes status, values and interrupts, and only then tells the
 * readers `error` (if any) and `end`. Never rejects: readers get their `end` even from a full disk.
 */
export async function settleRun(run: LiveRun, outcome: Outcome, parts: SettleParts): Promise<void> {
  const { storage, reportError } = parts;
  const context = { threadId: run.threadId, runId: run.runId };
  try {
    // what finished steps had begun to write is written first; the saver begins a turn of the event loop later
    await new Promise((resolve) => setImmediate(resolve));
    // a graph that did not obey, and goes on somewhere, changes nothing from here on
    if (outcome.type === "stopped") run.fence = await storage.runs.fence(run.threadId);
    if (outcome.type === "stopped" && outcome.reason === "stopped") {
      await keepStoppedWork(run).catch((error: unknown) => reportError(error, context));
    }
    if (outcome.type === "stopped" && outcome.reason === "rolled-back" && run.mark) {
      await storage.rollBack.rollBack(run.threadId, run.runId, run.mark);
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
      fence: outcome.type === "refused" ? undefined : run.fence,
      ...(state && splitValues(state.values)),
      interrupts,
    });
    if (canPrune(run, outcome)) {
      const isPaused = (state?.next.length ?? 0) > 0;
      await storage.prune({ threadId: run.threadId, isPaused });
    }
  } catch (error) {
    reportError(error, context);
    run.error ??= { error: "SaveFailed", code: "internal", message: "The end of this answer could not be saved." };
  }
  run.isSettled = true;
  run.telemetry?.ended(runStatusOf(outcome), run.error);
  if (run.error) run.writer.append("error", JSON.stringify(run.error));
  run.writer.append("end", "null");
  run.writer.close();
}

/** Lists of messages are in the checkpoint already; to write them again would cost the whole thread at every turn. */
function splitValues(values: unknown): { valuesJson: string; listChannels: readonly string[] } {
  if (typeof values !== "object" || values === null) return { valuesJson: stringifyWire(values), listChannels: [] };
  const entries = Object.entries(values);
  const lists = entries.filter(([, value]) => isMessageList(value)).map(([channel]) => channel);
  const rest = Object.fromEntries(entries.filter(([channel]) => !lists.includes(channel)));
  return { valuesJson: stringifyWire(rest), listChannels: lists };
}

/** A run that is taken back, or whose thread is going, leaves nothing to tidy; delta channels need every write. */
function canPrune(run: LiveRun, outcome: Outcome): boolean {
  if (outcome.type === "refused") return false;
  if (outcome.type === "stopped" && (outcome.reason === "deleted" || outcome.reason === "rolled-back")) return false;
  return Object.values(run.graph.channels).every((channel) => channel.lc_graph_name !== "DeltaChannel");
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
  const isTakenBack = outcome.type === "stopped" && outcome.reason === "rolled-back";
  const isPaused = (outcome.type === "finished" || isTakenBack) && (state?.next.length ?? 0) > 0; // interrupt_before, interrupt_after
  return isPaused || Object.keys(interrupts).length > 0 ? "interrupted" : "idle";
}

import type { StateSnapshot } from "@langchain/langgraph";
import { isToolweaveError } from "@/lib/errors";
import type { ErrorData, Interrupt, RunStatus, ThreadStatus } from "@/lib/protocol";
import { toErrorData } from "../encoding/error-data";
import { stringifyWire } from "../encoding/stringify-wire";
import { isMessageList } from "../persistence/checkpoints/message-lists";
import { SERVER_STOPPED } from "../persistence/server-gone";
import type { Settlement, Storage } from "../persistence/storage";
import type { Telemetry } from "../telemetry/run-telemetry";
import { messagesOf } from "./calls/dangling-calls";
import type { EventLog } from "./events/event-log";
import type { LiveRun, Outcome } from "./live-run";
import { readState } from "./read-state";
import { keepStoppedWork } from "./stop-run";

const MS_PER_DAY = 24 * 60 * 60_000;

/** What settling needs besides the run. */
export type SettleParts = {
  readonly storage: Storage;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  /** How long history is kept; `undefined`: as long as its thread. */
  readonly historyDays?: number | undefined;
  readonly reportError: (error: unknown, context: Record<string, string>) => void;
};

/**
 * Brings a run to its end: keeps what a stop would lose, writes status, values and interrupts, and only then tells the
 * readers `error` (if any) and `end`. Never rejects: readers get their `end` even from a full disk.
 */
export async function settleRun(run: LiveRun, outcome: Outcome, parts: SettleParts): Promise<void> {
  const { storage, historyDays, reportError } = parts;
  const report = (error: unknown) => reportError(error, { threadId: run.threadId, runId: run.runId });
  const { settlement, isPaused } = await prepareEnd(run, outcome, parts, report).catch((error: unknown) => {
    report(error);
    return unreadableEnd(run, outcome, error);
  });
  run.error = settlement.error;
  try {
    await storage.settle(settlement);
    const keepSinceMs = historyDays === undefined ? undefined : Date.now() - historyDays * MS_PER_DAY;
    if (canPrune(run, outcome)) await storage.prune({ threadId: run.threadId, isPaused, keepSinceMs }).catch(report);
  } catch (error) {
    report(error);
    run.error ??= { error: "SaveFailed", code: "internal", message: "The end of this answer could not be saved." };
  }
  run.isSettled = true;
  run.telemetry?.ended(settlement.runStatus, run.error);
  if (run.error) run.writer.append("error", JSON.stringify(run.error));
  run.writer.append("end", "null");
  await run.writer.close().catch(report);
}

type End = { readonly settlement: Settlement; readonly isPaused: boolean };
type Report = (error: unknown) => void;

async function prepareEnd(run: LiveRun, outcome: Outcome, { storage }: SettleParts, report: Report): Promise<End> {
  // a graph that did not obey, and goes on somewhere, changes nothing from here on
  if (outcome.type === "stopped") run.fence = await storage.runs.fence(run.threadId);
  if (outcome.type === "stopped" && (outcome.reason === "stopped" || outcome.reason === "server-ending")) {
    await keepStoppedWork(run, storage.claims, outcome.reason).catch(report);
  }
  if (outcome.type === "stopped" && outcome.reason === "rolled-back" && run.mark) {
    await storage.rollBack.rollBack(run.threadId, run.runId, run.mark);
  }
  const last = await readState(run.graph, storage, run.threadId, { mark: run.mark });
  const state = last.config.configurable?.checkpoint_id === undefined ? undefined : last;
  const interrupts = await storage.pendingInterrupts(run.threadId);
  const hasFailed = outcome.type === "failed" || outcome.type === "refused";
  const isServerEnding = outcome.type === "stopped" && outcome.reason === "server-ending";
  const stopError = isServerEnding ? SERVER_STOPPED : undefined;
  const error = hasFailed ? describeFailure(run, outcome.error, state) : stopError;
  if (hasFailed && error?.code === "internal") report(outcome.error);
  const settlement: Settlement = {
    ...headOf(run, outcome),
    runStatus: runStatusOf(outcome),
    error,
    threadStatus: threadStatusOf(outcome, state, interrupts),
    ...(state && splitValues(state.values)),
    interrupts,
  };
  return { settlement, isPaused: (state?.next.length ?? 0) > 0 };
}

/** Nobody can say what the thread holds; the run and the thread are closed all the same, so that the next run may begin. */
function unreadableEnd(run: LiveRun, outcome: Outcome, problem: unknown): End {
  const cause = outcome.type === "failed" || outcome.type === "refused" ? outcome.error : problem;
  const error = describeFailure(run, cause, undefined);
  const settlement: Settlement = {
    ...headOf(run, outcome),
    runStatus: "error",
    error,
    threadStatus: "error",
    interrupts: {},
  };
  return { settlement, isPaused: true };
}

function headOf(run: LiveRun, outcome: Outcome): Pick<Settlement, "threadId" | "runId" | "fence"> {
  return { threadId: run.threadId, runId: run.runId, fence: outcome.type === "refused" ? undefined : run.fence };
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

function describeFailure(run: LiveRun, error: unknown, state: StateSnapshot | undefined): ErrorData {
  if (isToolweaveError(error)) return toErrorData(error, false);
  const known = new Set(messagesOf(state?.values).map(({ id }) => id ?? ""));
  return toErrorData(error, run.partials.missingFrom(known, "broken").length > 0);
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

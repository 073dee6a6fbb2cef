import { isToolweaveError } from "@/lib/errors";
import type { Interrupt, ThreadState } from "@/lib/protocol";
import type { FrameBatcher } from "../frame-batcher";
import type { SessionEnvironment } from "../session-environment";
import type { BrowserCalls } from "./browser-calls";
import { createKnownMessages } from "./known-messages";
import { pendingInState, sortInterrupts } from "./pending-interrupts";
import { hasFailed, problemOf, problemOfRun } from "./run-problem";
import { idsOf, lastHuman, messagesOf } from "./state-messages";
import { fail, showBranch, type ThreadModel } from "./thread-model";

export type ThreadReader = {
  /** Shows a thread for the first time. */
  load(): Promise<void>;
  /** Joins the run that goes on, or reads the state when none does. Nothing while a run is followed: its end reads. */
  refresh(): Promise<void>;
  /** As `refresh`, in passing: what cannot be read now is read the next time. */
  look(): Promise<void>;
  /** The server's state, as the truth; dropped when a run began meanwhile. */
  readState(): Promise<void>;
  /** A run that failed while nobody here followed it is still a failed run: the person is told, and may try again. */
  recallFailure(): Promise<void>;
  /** The state of a run that goes on, in passing. */
  readGoingOn(): Promise<void>;
  takeInterrupts(interrupts: readonly Interrupt[], runId: string | undefined): void;
};

type Callbacks = {
  readonly join: (runId: string) => void;
  readonly onRead: () => void;
  /** A thread that was there is there no more. */
  readonly onMissing: () => void;
};

/** Reads the thread's state and what waits in it. */
export function createThreadReader(
  model: ThreadModel,
  environment: SessionEnvironment,
  batcher: FrameBatcher,
  calls: BrowserCalls,
  { join, onRead, onMissing }: Callbacks,
  signal: AbortSignal,
): ThreadReader {
  const { transport } = environment;
  const known = createKnownMessages();
  let readings = 0;

  const failReading = (error: unknown): void => {
    if (model.isDetached || model.problem !== undefined) return; // what came first is what the person should read
    if (model.state !== undefined && isToolweaveError(error) && error.code === "not_found") onMissing();
    else fail(model, problemOf(error), model.isLoading ? "load" : "read", batcher);
  };

  async function load(): Promise<void> {
    model.isLoading = true;
    batcher.flushNow();
    await refresh();
    await recallFailure();
    if (model.isDetached) return;
    model.isLoading = false;
    batcher.flushNow();
    onRead();
  }

  async function recallFailure(): Promise<void> {
    const { threadId, state } = model;
    if (threadId === undefined || state === undefined || !isQuiet() || pendingInState(state).length > 0) return;
    const newest = await transport.newestRun(threadId, signal).catch(() => undefined); // a server without a list of runs
    if (isQuiet()) model.newestRunId = newest?.runId;
    if (newest === undefined || !hasFailed(newest) || !isQuiet()) return;
    const problem = problemOfRun(newest.error ?? { error: "", message: "" });
    const canGoOn = state.next.length > 0 || lastHuman(state) !== undefined;
    fail(model, { ...problem, canRetry: problem.canRetry && canGoOn }, "continue", batcher);
  }

  function isQuiet(): boolean {
    return (
      !model.isDetached && model.run === undefined && model.problem === undefined && model.outbox.unsent().length === 0
    );
  }

  async function refresh(): Promise<void> {
    await catchUp(failReading);
  }

  async function catchUp(onFailure: (error: unknown) => void): Promise<void> {
    if (model.threadId === undefined || !model.isCreated || model.run !== undefined || model.isStopping) return;
    if (model.isDetached) return;
    try {
      const active = await transport.activeRun(model.threadId, signal);
      if (model.run !== undefined || model.isDetached) return;
      if (active !== undefined) showBranch(model, environment, undefined); // a run adds to the newest branch
      const isRead = await read(active !== undefined, onFailure);
      if (isRead && active !== undefined) join(active.runId);
    } catch (error) {
      onFailure(error);
    }
  }

  /** True when what was read holds. */
  async function read(isRunning: boolean, onFailure: (error: unknown) => void): Promise<boolean> {
    if (model.threadId === undefined) return false;
    readings += 1;
    const reading = readings;
    const { run, checkpointId } = model;
    const isStale = () =>
      reading !== readings || model.run !== run || model.checkpointId !== checkpointId || model.isDetached;
    try {
      const { threadId } = model;
      const isNewest = checkpointId === undefined;
      const place = isNewest ? { messagesSince: known.since() } : { checkpointId };
      const answer = await transport.getState(threadId, signal, place);
      const state = (isNewest ? known.complete(answer) : answer) ?? (await transport.getState(threadId, signal));
      if (isStale()) return false;
      apply(state, isRunning);
      return true;
    } catch (error) {
      if (isStale()) return false;
      if (checkpointId !== undefined && isToolweaveError(error) && error.code === "not_found") {
        showBranch(model, environment, undefined); // that branch is not kept any more
        return await read(isRunning, onFailure);
      }
      onFailure(error);
      return false;
    }
  }

  /** While a run goes on, what the state lists as pending may be answered already: the run will tell. */
  function apply(state: ThreadState, isRunning: boolean): void {
    model.state = state;
    const messages = messagesOf(state);
    const isBranch = model.checkpointId !== undefined;
    if (!isBranch) model.newestCheckpointId = state.checkpoint?.checkpoint_id ?? undefined;
    const pending = isRunning || isBranch ? [] : pendingInState(state); // an older branch waits for nothing
    const isFinal = !isRunning && pending.length === 0 && state.next.length === 0;
    model.outbox.markSent(idsOf(messages)); // what another page, or this one before a reload, brought there
    if (model.isOtherBranch && !isRunning) {
      const unsent = new Set(model.outbox.unsent().map(({ id }) => id));
      model.view.settle(messages ?? [], { isFinal: true, kept: unsent });
      model.isOtherBranch = false;
    } else if (messages !== undefined) model.view.settle(messages, { isFinal });
    model.view.settleValues(state.values);
    if (!isRunning) take(pending, undefined, true);
    batcher.flushNow();
    if (!isRunning) onRead();
  }

  function take(interrupts: readonly Interrupt[], runId: string | undefined, isComplete: boolean): void {
    const { view, questions, reviews } = model;
    const found = sortInterrupts(interrupts, runId, view.openCallNamed, view.faultOf);
    const callIds = found.calls.map(({ interruptId }) => interruptId);
    questions.take(found.questions, isComplete, callIds);
    reviews.show();
    if (found.calls.length > 0 || isComplete) calls.request(found.calls, isComplete);
  }

  return {
    load,
    refresh,
    look: () => catchUp(() => {}), // the next look comes by itself
    recallFailure,
    readState: async () => {
      await read(false, failReading);
    },
    readGoingOn: async () => {
      await read(true, () => {});
    },
    takeInterrupts: (interrupts, runId) => {
      if (interrupts.length > 0) take(interrupts, runId, false);
    },
  };
}

import { isNotFound } from "@/lib/errors";
import type { Interrupt, MessagesPage, ThreadState } from "@/lib/protocol";
import type { GoingOnRun } from "@/lib/transport";
import type { FrameBatcher } from "../frame-batcher";
import type { SessionEnvironment } from "../session-environment";
import type { BrowserCalls } from "./browser-calls";
import { giveBackLate } from "./give-back";
import { isToStop } from "./kept-stop";
import { createEarlierMessages } from "./messages/earlier-messages";
import { createKnownMessages } from "./messages/known-messages";
import { withNewest } from "./messages/message-range";
import { idsOf, lastHuman, messagesOf, withMessages } from "./messages/state-messages";
import { pendingInState, sortInterrupts } from "./pending-interrupts";
import { hasFailed, problemOf, problemOfRun } from "./run-problem";
import { fail, showBranch, type ThreadModel } from "./thread-model";

export type ThreadReader = {
  /** Shows a thread for the first time. */
  load(): Promise<void>;
  /** Joins the run that goes on, or reads the state when none does. Nothing while a run is followed: its end reads. */
  refresh(): Promise<void>;
  /** As `refresh`, in passing: what cannot be read now is read the next time. */
  look(): Promise<boolean>;
  /** The server's state, as the truth; dropped when a run began meanwhile. */
  readState(): Promise<void>;
  /** A run that failed while nobody here followed it is still a failed run: the person is told, and may try again. */
  recallFailure(): Promise<void>;
  /** The state of a run that goes on, in passing. */
  readGoingOn(): Promise<void>;
  /** Brings messages from before the first that is here. Rejects with a ToolweaveError. */
  loadEarlier(until?: number): Promise<void>;
  takeInterrupts(interrupts: readonly Interrupt[], runId: string | undefined): void;
};

type Callbacks = {
  /** Reads what the server keeps beside the state. */
  readonly readMetadata: () => Promise<void>;
  readonly join: (run: GoingOnRun) => void;
  /** A run goes on that is to be stopped. */
  readonly onStopKept: (runId: string) => Promise<void>;
  readonly onRead: () => void;
  /** A page of earlier messages is here. */
  readonly onEarlier: (page: MessagesPage) => void;
  /** A thread that was there is there no more. */
  readonly onMissing: () => void;
};

/** The newest messages that a first reading asks for: enough for several screens, whatever the thread's length. */
const LAST_MESSAGES = 100;
/** While a run goes on its stream repeats what it has said: what came before must be here, or it would stand behind. */
const LAST_MESSAGES_RUNNING = 1_000;

/** Reads the thread's state and what waits in it. */
export function createThreadReader(
  model: ThreadModel,
  environment: SessionEnvironment,
  batcher: FrameBatcher,
  calls: BrowserCalls,
  { readMetadata, join, onStopKept, onRead, onEarlier, onMissing }: Callbacks,
  signal: AbortSignal,
): ThreadReader {
  const { transport } = environment;
  const known = createKnownMessages();
  let readings = 0;

  const failReading = (error: unknown): void => {
    if (model.isDetached || model.problem !== undefined) return; // what came first is what the person should read
    if (model.state !== undefined && isNotFound(error)) onMissing();
    else fail(model, problemOf(error), model.isLoading ? "load" : "read", batcher);
  };

  async function load(): Promise<void> {
    model.isLoading = true;
    batcher.flushNow();
    await Promise.all([refresh(), readMetadata()]);
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
    if (newest === undefined || !isQuiet()) return;
    if (newest.status === "pending" || newest.status === "running") return await refresh(); // it began while the state was read
    if (!hasFailed(newest)) return;
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
      if (model.run !== undefined || model.isStopping || model.isDetached) return;
      if (active !== undefined && isToStop(model.outbox.keptStop(), active)) return await onStopKept(active.runId);
      // What waits to be sent at an earlier place is tried again there when this run is over.
      const mustStay = model.checkpointId !== undefined && model.outbox.unsent().length > 0;
      if (active !== undefined && !mustStay) showBranch(model, environment, undefined); // a run adds to the newest branch
      const isRead = await read(active !== undefined, onFailure);
      if (!isRead || active === undefined) return;
      if (isToStop(model.outbox.keptStop(), active))
        await onStopKept(active.runId); // what was kept has come meanwhile
      else if (!mustStay) join(active);
    } catch (error) {
      onFailure(error);
    }
  }

  /** `count` newest messages are asked for, all of them where something unsent may be among the earlier ones. */
  function whatToRead(isRunning: boolean, count: number | undefined) {
    const { outbox, checkpointId, loaded } = model;
    if (count !== undefined) return { checkpointId, lastMessages: count };
    const mayBeEarlier = outbox.isRestored() && outbox.unsent().length > 0 && loaded?.first !== 0;
    if (mayBeEarlier) return { checkpointId };
    const lastMessages = isRunning ? LAST_MESSAGES_RUNNING : LAST_MESSAGES;
    return checkpointId === undefined ? { messagesSince: known.since(), lastMessages } : { checkpointId, lastMessages };
  }

  /** True when what was read holds. */
  async function read(isRunning: boolean, onFailure: (error: unknown) => void, count?: number): Promise<boolean> {
    if (model.threadId === undefined) return false;
    readings += 1;
    const reading = readings;
    const { run, checkpointId } = model;
    const isStale = () =>
      reading !== readings || model.run !== run || model.checkpointId !== checkpointId || model.isDetached;
    try {
      const { threadId } = model;
      const isNewest = checkpointId === undefined;
      const answer = await transport.getState(threadId, signal, whatToRead(isRunning, count));
      const state = (isNewest ? known.complete(answer) : answer) ?? (await transport.getState(threadId, signal));
      if (isStale()) return false;
      const missing = joinLoaded(state);
      if (missing !== undefined) return await read(isRunning, onFailure, missing);
      apply(model.state ?? state, isRunning);
      return true;
    } catch (error) {
      if (isStale()) return false;
      if (checkpointId !== undefined && isNotFound(error)) {
        showBranch(model, environment, undefined); // that branch is not kept any more
        return await read(isRunning, onFailure);
      }
      onFailure(error);
      return false;
    }
  }

  /** Keeps the state, with the messages before its own that are here; or the number that must be asked for so that they join. */
  function joinLoaded(state: ThreadState): number | undefined {
    const messages = messagesOf(state);
    if (messages === undefined) model.loaded = undefined;
    else {
      const newest = { first: state.earlier_messages ?? 0, messages };
      const joined = withNewest(model.loaded, newest);
      if (joined === undefined) return newest.first + messages.length - (model.loaded?.first ?? 0);
      model.loaded = joined;
    }
    keep(state);
    return undefined;
  }

  function keep(state: ThreadState): void {
    const { loaded } = model;
    model.state = loaded === undefined ? state : withMessages(state, loaded.messages);
  }

  /** While a run goes on, what the state lists as pending may be answered already: the run will tell. */
  function apply(state: ThreadState, isRunning: boolean): void {
    const messages = messagesOf(state);
    if (!isRunning && model.checkpointId === undefined)
      model.newestCheckpointId = state.checkpoint?.checkpoint_id ?? undefined;
    const pending = isRunning ? [] : pendingInState(state);
    const isFinal = !isRunning && pending.length === 0 && state.next.length === 0;
    model.outbox.markSent(idsOf(messages)); // what another page, or this one before a reload, brought there
    const isSent = model.outbox.unsent().length + model.outbox.answers().length === 0;
    if (!isRunning && isSent && model.outbox.keptStop() !== undefined) {
      model.outbox.keepStop(undefined); // it got there, and does not go on
      model.problem = undefined;
    }
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
    if (isComplete && model.checkpointId !== undefined) {
      questions.setAside();
      reviews.show();
      calls.setAside();
      return;
    }
    const found = sortInterrupts(interrupts, runId, view.openCallNamed, view.faultOf);
    const callIds = found.calls.map(({ interruptId }) => interruptId);
    giveBackLate(model, questions.take(found.questions, isComplete, callIds), batcher);
    reviews.show();
    if (found.calls.length > 0 || isComplete) calls.request(found.calls, isComplete);
  }

  const earlier = createEarlierMessages(
    model,
    environment,
    {
      take: (range, page) => {
        const { state } = model;
        if (state === undefined) return;
        model.loaded = range;
        keep(state);
        model.view.settle(range.messages, { isFinal: false });
        onEarlier(page);
        batcher.flushNow();
      },
      readState: async (count) => {
        await read(model.run !== undefined, throwIt, count);
      },
    },
    batcher.flushNow,
    signal,
  );

  return {
    load,
    loadEarlier: earlier.load,
    refresh,
    look: async () => {
      let isRead = true;
      await catchUp(() => {
        isRead = false; // the next look comes by itself
      });
      return isRead;
    },
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

function throwIt(error: unknown): never {
  throw error;
}

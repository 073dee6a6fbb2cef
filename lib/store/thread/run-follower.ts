import { isNotFound, ToolweaveError } from "@/lib/errors";
import { type Interrupt, interruptsOf, type StreamEvent } from "@/lib/protocol";
import { type EventBatch, isAway, type RunStreamOptions } from "@/lib/transport";
import type { FrameBatcher } from "../frame-batcher";
import type { SessionEnvironment } from "../session-environment";
import type { ActiveRun } from "./active-run";
import { problemOf, problemOfRun } from "./run-problem";
import { fail, type ThreadModel } from "./thread-model";

export type FollowOptions = RunStreamOptions & {
  readonly signal: AbortSignal;
  /** There is no stream: the run goes on, and the state is read. */
  readonly onLook: () => Promise<void>;
};

/** A run to follow. */
export type RunPlan = {
  readonly active: ActiveRun;
  readonly open: (options: FollowOptions) => AsyncIterable<EventBatch> | Promise<AsyncIterable<EventBatch>>;
  /** It was started elsewhere: what it was started with is read from the state. */
  readonly isJoined?: boolean;
  /** Once it is the run that is followed. */
  readonly onBegin?: () => void;
  /** The server has it. */
  readonly onAccepted?: () => void;
  /** It came to nothing. True when that was seen to; else it is a problem for the person. */
  readonly onRefused?: (error: unknown) => boolean;
};

export type RunFollower = { follow(plan: RunPlan): Promise<void> };

type Callbacks = {
  /** Reads the state while the run goes on. */
  readonly readState: () => Promise<void>;
  readonly onInterrupts: (interrupts: readonly Interrupt[], runId: string | undefined) => void;
  /** The server knows the thread, the run or the agent no more. */
  readonly onMissing: () => void;
  /** The run has ended by itself, well or badly. */
  readonly onSettled: () => void;
};

/** Follows runs, one at a time: events into the view, the end into what comes next. */
export function createRunFollower(
  model: ThreadModel,
  environment: SessionEnvironment,
  batcher: FrameBatcher,
  { readState, onInterrupts, onMissing, onSettled }: Callbacks,
): RunFollower {
  const { view, outbox } = model;

  async function follow(plan: RunPlan): Promise<void> {
    const { active } = plan;
    model.run = active;
    if (!plan.isJoined) outbox.keepStop(undefined); // the person goes on
    model.reconnect = undefined;
    plan.onBegin?.();
    batcher.flushNow();
    try {
      let mustRead = plan.isJoined === true;
      for await (const events of await plan.open(optionsOf(plan))) {
        for (const event of events) {
          // The message that began the run stands before what the run says; its first words tell that it is kept.
          if (mustRead && event.event !== "metadata" && event.event !== "end") {
            mustRead = false;
            await readState();
          }
          if (model.run === active && !active.isStopped) take(event, active);
        }
      }
      await learnEnding(active);
      ended(plan, undefined);
    } catch (error) {
      ended(plan, error);
    }
  }

  function optionsOf({ active, onAccepted, isJoined }: RunPlan): FollowOptions {
    return {
      signal: active.abort.signal,
      onRun: (runId) => {
        active.runId = runId;
        model.newestRunId = runId;
        model.newestCheckpointId = undefined; // it makes newer ones
        if (!isJoined) announce("run-started");
        onAccepted?.();
        active.known.resolve(runId);
        if (model.run === active) batcher.flushNow();
      },
      onLook: async () => {
        if (model.run !== active || active.isStopped) return;
        active.hasEvents = true;
        await readState();
      },
      onConnection: (change) => {
        if (change.state === "reconnecting" && active.runId === undefined && environment.isOffline()) {
          active.abort.abort(new ToolweaveError("connection_lost", "There is no network.")); // it waits for the network
        }
        if (model.run !== active || active.isStopped) return;
        model.reconnect = change.state === "open" ? undefined : { attempt: change.attempt, waitMs: change.waitMs };
        batcher.flushNow();
      },
    };
  }

  function announce(type: "run-started" | "run-settled"): void {
    if (model.threadId !== undefined) environment.tabs.announce({ type, threadId: model.threadId });
  }

  function take(event: StreamEvent, active: ActiveRun): void {
    const isFirst = !active.hasEvents;
    active.hasEvents = true;
    view.apply(event);
    if (event.event === "custom") environment.onCustomEvent({ namespace: event.namespace, data: event.data });
    if (event.event === "error" && event.namespace.length === 0) active.problem = problemOfRun(event.data);
    if (event.event === "updates" || event.event === "values") {
      const interrupts = interruptsOf(event.data);
      active.isPaused ||= interrupts.length > 0;
      onInterrupts(interrupts, active.runId);
    }
    if (isFirst || view.isUrgent()) batcher.flushNow();
    else batcher.schedule();
  }

  /** An `end` does not say that the run was stopped on another device. It is asked where that would change something. */
  async function learnEnding(active: ActiveRun): Promise<void> {
    const { threadId } = model;
    if (threadId === undefined || active.runId === undefined || active.problem !== undefined || active.isPaused) return;
    if (model.run !== active || active.isStopped || active.isStoppedElsewhere) return;
    const isOpen = view.openCalls().length > 0 || [...view.records()].some((message) => message.isOpen);
    if (!isOpen && outbox.queue().length === 0) return;
    const asked = environment.transport.getRun(threadId, active.runId, active.abort.signal);
    const run = await asked.catch(() => undefined); // then it ended as it says
    if (run?.status !== "interrupted") return;
    active.isStoppedElsewhere = true;
    outbox.hold(true);
  }

  function ended({ active, onRefused, isJoined }: RunPlan, error: unknown): void {
    active.known.resolve(active.runId); // what came to nothing by now has no id
    if (model.isDetached && !model.isCreated && outbox.unsent().length > 0) environment.onLeftBehind(outbox);
    if (active.isStopped && error !== undefined && active.runId === undefined) {
      active.problem = problemOf(error);
      if (!isAway(error)) outbox.keepStop(undefined);
    }
    if (model.run !== active || active.isStopped || model.isDetached) return;
    model.run = undefined;
    model.reconnect = undefined;
    if (isMissing(error)) onMissing();
    if (error !== undefined && active.runId === undefined) {
      if (!onRefused?.(error)) fail(model, problemOf(error), "send", batcher);
      return;
    }
    const isWell = error === undefined && active.problem === undefined;
    view.endRun(!isWell ? "failed" : active.isStoppedElsewhere ? "stopped" : "success");
    if (error !== undefined) {
      model.brokenRunId = active.runId;
      fail(model, problemOf(error), "rejoin", batcher);
      return;
    }
    if (!isJoined) announce("run-settled");
    if (active.problem !== undefined) fail(model, active.problem, "continue", batcher);
    onSettled();
  }

  return { follow };
}

/** A run that was lost for good may be so because nothing of it can be found. */
function isMissing(error: unknown): boolean {
  return isNotFound(error) || (error instanceof Error && isNotFound(error.cause));
}

import { isAway } from "@/lib/transport";
import type { FrameBatcher } from "../frame-batcher";
import type { SessionEnvironment } from "../session-environment";
import type { RunProblem } from "../session-state";
import type { BrowserCalls } from "./browser-calls";
import { cancelRun } from "./cancel-run";
import { isToStop } from "./kept-stop";
import { problemOf } from "./run-problem";
import { fail, type ThreadModel } from "./thread-model";

/** Stops what goes on in a thread, and keeps a Stop until the server has it. */
export type ThreadStop = {
  stop(): Promise<void>;
  /** A Stop that could not be delivered when it was pressed, over a reload too. */
  deliver(runId: string): Promise<void>;
  /** What was kept is here. What was stopped goes out when the person says so, and not by itself. */
  takeUp(): void;
};

type Callbacks = {
  readonly refresh: () => Promise<void>;
  readonly readState: () => Promise<void>;
  readonly drain: () => void;
};

const STOPPED_UNHEARD: RunProblem = {
  code: "connection_lost",
  message: "You stopped this before the server had answered. What it does not have goes out when you try again.",
  canRetry: true,
};

export function createThreadStop(
  model: ThreadModel,
  { transport, clock, tabs }: SessionEnvironment,
  batcher: FrameBatcher,
  calls: BrowserCalls,
  { refresh, readState, drain }: Callbacks,
): ThreadStop {
  const { view, outbox } = model;

  async function stop(): Promise<void> {
    if (model.isStopping) return;
    const active = model.run;
    outbox.hold(true);
    calls.stop();
    view.endRun("stopped");
    if (active !== undefined) {
      active.isStopped = true;
      model.isStopping = true;
      outbox.keepStop({ runId: active.runId, startKey: active.startKey }); // until it is delivered
      model.reconnect = undefined;
    }
    batcher.flushNow();
    if (active === undefined) return;
    const runId = await active.known.promise;
    active.abort.abort();
    if (runId !== undefined && model.threadId !== undefined) {
      tabs.announce({ type: "run-stopped", threadId: model.threadId, runId }); // before its end can be seen there
    }
    if (runId !== undefined) outbox.keepStop({ runId, startKey: active.startKey });
    const failure = runId === undefined ? active.problem : await tryCancel(runId);
    model.isStopping = false;
    model.run = undefined;
    if (model.threadId !== undefined) tabs.announce({ type: "run-settled", threadId: model.threadId });
    if (model.isDetached) return;
    if (failure !== undefined) fail(model, failure, runId === undefined ? "send" : "read", batcher);
    await (outbox.keptStop() === undefined ? readState() : refresh());
    batcher.flushNow();
    drain();
  }

  async function deliver(runId: string): Promise<void> {
    model.isStopping = true;
    const failure = await tryCancel(runId);
    model.isStopping = false;
    if (model.isDetached) return;
    if (failure === undefined) {
      model.newestRunId = runId;
      await readState();
    } // else it is delivered when the network is back the next time
    drain();
    batcher.flushNow();
  }

  async function tryCancel(runId: string) {
    try {
      if (model.threadId !== undefined) await cancelRun(transport, model.threadId, runId, clock);
      if (outbox.keptStop()?.runId === runId) outbox.keepStop(undefined);
      return undefined;
    } catch (error) {
      if (!isAway(error)) outbox.keepStop(undefined); // the server knows of it, and will not
      return problemOf(error);
    }
  }

  function takeUp(): void {
    const kept = outbox.keptStop();
    if (kept === undefined) return;
    if (model.run !== undefined && isToStop(kept, model.run)) return void stop();
    if (kept.runId !== undefined) return; // what is here was typed after that run had begun
    if (outbox.unsent().length + outbox.answers().length > 0) fail(model, STOPPED_UNHEARD, "send", batcher);
    if (!model.isLoading) void refresh();
  }

  return { stop, deliver, takeUp };
}

import type { FrameBatcher } from "../frame-batcher";
import { lastHuman } from "./messages/state-messages";
import type { RunSender } from "./run-sender";
import type { Remedy, ThreadModel } from "./thread-model";
import type { ThreadReader } from "./thread-reader";

/** How a thread goes on after a problem, a Stop, or a time without a network. */
export type ThreadRecovery = {
  /** What the problem calls for. */
  retry(): Promise<void>;
  /** Goes on from the last checkpoint where something is left to do. */
  resume(): Promise<void>;
  /** The network may be back. */
  comeBack(): void;
};

export function createThreadRecovery(
  model: ThreadModel,
  batcher: FrameBatcher,
  sender: RunSender,
  reader: ThreadReader,
): ThreadRecovery {
  const { view, outbox } = model;

  async function retry(): Promise<void> {
    outbox.hold(false);
    await goAgain();
  }

  /** A queue that the person holds, by a Stop, stays held. */
  async function goAgain(): Promise<void> {
    const { remedy } = model;
    model.problem = undefined;
    model.remedy = "send";
    const tried = tryAgain(remedy);
    batcher.flushNow();
    await tried;
  }

  async function tryAgain(remedy: Remedy): Promise<void> {
    switch (remedy) {
      case "load":
        return await reader.load();
      case "read":
        await reader.refresh();
        return sender.drain();
      case "rejoin":
        view.dropCutOff();
        if (model.brokenRunId !== undefined) sender.join({ runId: model.brokenRunId });
        return;
      case "continue":
        view.dropCutOff();
        sender.drain();
        if (model.run === undefined) await sender.goOn();
        return;
      case "send":
        return sender.drain();
    }
  }

  async function resume(): Promise<void> {
    if (model.run !== undefined || model.isStopping) return;
    await reader.readState(); // what the last run left may not have been read yet
    const { state } = model;
    if (model.run !== undefined || model.isDetached || state === undefined) return;
    if (state.next.length === 0 && lastHuman(state) === undefined) return;
    model.remedy = "continue";
    await retry();
  }

  /** What only the missing network held up goes on by itself; each of these can be repeated without doing it twice. */
  function comeBack(): void {
    if (model.isWaitingForNetwork) {
      model.isWaitingForNetwork = false;
      sender.drain();
      batcher.flushNow();
    }
    if (outbox.keptStop() !== undefined && model.remedy === "send") void reader.refresh();
    else if (model.problem?.code === "connection_lost" && model.remedy !== "continue") void goAgain();
  }

  return { retry, resume, comeBack };
}

import { isNotFound } from "@/lib/errors";
import type { FrameBatcher } from "../frame-batcher";
import type { SessionEnvironment } from "../session-environment";
import type { BrowserCalls } from "../thread/browser-calls";
import { hasFailed } from "../thread/run-problem";
import { fail, type ThreadModel } from "../thread/thread-model";
import type { ThreadReader } from "../thread/thread-reader";
import type { TabNews } from "./tab-news";
import { createThreadWatch } from "./thread-watch";

/** What other tabs and devices do to the thread that is shown. */
export type ThreadElsewhere = {
  /** Listens, and on a page looks, until the signal aborts. */
  begin(): void;
  /** The thread has been read: looks where something was told meanwhile. */
  catchUp(): void;
  /** Something could not be found: is it the thread? */
  confirmGone(): Promise<void>;
  /** The thread was deleted: it says so, and nothing is sent into it any more. */
  goAway(): void;
};

const DELETED = "This thread was deleted, in another tab or on another device.";

export function createThreadElsewhere(
  model: ThreadModel,
  { transport, clock, wake, tabs }: SessionEnvironment,
  batcher: FrameBatcher,
  calls: BrowserCalls,
  reader: ThreadReader & { readonly readMetadata: () => Promise<void> },
  signal: AbortSignal,
): ThreadElsewhere {
  const watch = createThreadWatch(clock, wake, tabs.isHidden, look);
  let hasNews = false;

  /** Something may have begun, or the thread may be gone; what cannot be asked now is asked the next time. */
  async function look(): Promise<void> {
    const { threadId } = model;
    if (threadId === undefined || !model.isCreated || model.isGone || model.isDetached) return;
    if (model.run !== undefined || model.isLoading || model.isStopping) return;
    const isTold = hasNews;
    hasNews = false;
    try {
      const newest = await transport.newestRun(threadId, signal);
      if (!isTold && newest?.runId === model.newestRunId) return;
      if (newest !== undefined && newest.runId !== model.newestRunId) forgetFailure();
      const [isRead] = await Promise.all([reader.look(), reader.readMetadata()]);
      if (isRead) model.newestRunId = newest?.runId;
      else hasNews = true;
      if (newest !== undefined && hasFailed(newest)) await reader.recallFailure();
    } catch (error) {
      if (isNotFound(error)) await confirmGone();
    }
  }

  /** Somebody went on with the thread: how the run before it failed is over. What could not be sent from here is not. */
  function forgetFailure(): void {
    if (model.problem === undefined || model.remedy === "send") return;
    model.problem = undefined;
    model.view.dropCutOff();
  }

  /** What else was not found says little; a state that cannot be found says that there is no thread. */
  async function confirmGone(): Promise<void> {
    const { threadId } = model;
    if (threadId === undefined || !model.isCreated || model.state === undefined) return;
    const isGone = await transport.getState(threadId, signal).then(() => false, isNotFound);
    if (isGone) goAway();
  }

  function goAway(): void {
    if (model.isDetached || model.isGone) return;
    model.isGone = true;
    model.run?.abort.abort();
    model.run = undefined;
    model.reconnect = undefined;
    calls.stop();
    model.view.endRun("stopped");
    fail(model, { code: "not_found", message: DELETED, canRetry: false }, "send", batcher);
  }

  function takeNews({ type, threadId }: TabNews): void {
    if (threadId !== model.threadId) return;
    if (type === "thread-deleted") goAway();
    if (type === "thread-changed") void reader.readMetadata();
    if (type !== "run-started" && type !== "run-settled") return;
    hasNews = true;
    if (!tabs.isHidden()) watch.lookNow(); // a hidden tab looks when it is shown
  }

  return {
    begin: () => {
      if (tabs.isPage) watch.begin();
      signal.addEventListener("abort", tabs.listen(takeNews), { once: true });
      signal.addEventListener("abort", watch.end, { once: true });
    },
    catchUp: () => {
      if (hasNews && !tabs.isHidden()) watch.lookNow();
    },
    confirmGone,
    goAway,
  };
}

import { isNotFound, isToolweaveError } from "@/lib/errors";
import type { FrameBatcher } from "../frame-batcher";
import type { SessionEnvironment } from "../session-environment";
import type { RunProblem } from "../session-state";
import type { BrowserCalls } from "../thread/browser-calls";
import { forgetCalls } from "../thread/forget-calls";
import { giveBack } from "../thread/give-back";
import { hasFailed, problemOf } from "../thread/run-problem";
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
  /** The thread is not there: it says why, and nothing is sent into it any more. */
  goAway(problem?: RunProblem): Promise<void>;
};

/** So long another tab may take to stop a run, which waits itself for its end. */
const MAX_STOP_ELSEWHERE_MS = 11_000;

const DELETED: RunProblem = {
  code: "not_found",
  message: "This thread was deleted, in another tab or on another device.",
  canRetry: false,
};

export function createThreadElsewhere(
  model: ThreadModel,
  environment: SessionEnvironment,
  batcher: FrameBatcher,
  calls: BrowserCalls,
  reader: ThreadReader & { readonly readMetadata: () => Promise<void>; readonly stop: () => Promise<void> },
  signal: AbortSignal,
): ThreadElsewhere {
  const { transport, clock, wake, tabs } = environment;
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
    const wasThere = model.state !== undefined || model.newestRunId !== undefined;
    if (threadId === undefined || !model.isCreated || !wasThere) return;
    const isGone = await transport.getState(threadId, signal).then(() => false, isNotFound);
    if (isGone) await goAway();
  }

  async function goAway(problem?: RunProblem): Promise<void> {
    if (model.threadId === undefined || model.isDetached || model.isGone) return;
    model.isGone = true;
    model.run?.abort.abort();
    model.run = undefined;
    model.reconnect = undefined;
    calls.stop();
    model.view.endRun("stopped");
    giveBack(model, model.questions.dropAnswers());
    model.questions.setAside();
    model.reviews.show();
    const shown = problem ?? (await askWhy(model.threadId));
    if (!model.isDetached) fail(model, shown, "send", batcher);
  }

  /** Who is not known is told that nothing is there; only what would change something says why. */
  async function askWhy(threadId: string): Promise<RunProblem> {
    const refusal: unknown = await transport.updateThread(threadId, {}).catch((error: unknown) => error);
    const isUnknown = isToolweaveError(refusal) && refusal.code === "unauthenticated";
    if (isNotFound(refusal)) void forgetCalls(environment, threadId);
    return isUnknown ? { ...problemOf(refusal), canRetry: false } : DELETED;
  }

  /** What is queued here waits as it does there. */
  function seeStop(runId: string | undefined): void {
    const { run } = model;
    if (run === undefined || run.runId !== runId || run.isStopped) return;
    run.isStoppedElsewhere = true;
    model.outbox.hold(true);
    batcher.flushNow();
    clock.setTimer(() => {
      if (model.run === run && !model.isDetached) void reader.stop(); // that tab is gone, or cannot reach the server
    }, MAX_STOP_ELSEWHERE_MS);
  }

  function takeNews(news: TabNews): void {
    const { type, threadId } = news;
    if (threadId !== model.threadId) return;
    if (type === "thread-deleted") void goAway(DELETED);
    if (type === "thread-changed") void reader.readMetadata();
    if (news.type === "run-stopped") seeStop(news.runId);
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

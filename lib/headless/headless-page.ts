import { createExecutor } from "./executor/create-executor";
import type { ExecutorEnvironment, HeadlessExecutor } from "./executor/executor-types";
import { createBrowserConsents, createBrowserJournal } from "./journal/browser-journal";
import type { ConsentMemory } from "./journal/journal";
import { createWebLocks } from "./tab-locks";
import { createWorkerTimer } from "./worker-timer";

/** What all sessions of one page share: one executor a thread, however many components show it. */
export type HeadlessPage = {
  executorFor(threadId: string): HeadlessExecutor;
  /** The thread was deleted: what the journal kept of it goes too. Never rejects. */
  forgetThread(threadId: string): Promise<void>;
  /** What the person said a lasting yes to. */
  readonly consents: ConsentMemory;
};

export function createHeadlessPage(environment: ExecutorEnvironment): HeadlessPage {
  const executors = new Map<string, HeadlessExecutor>();
  let batches = 0;
  const newBatchId = () => {
    batches += 1;
    return `${environment.holder}:${batches}`;
  };
  return {
    consents: environment.consents,
    forgetThread: async (threadId) => {
      const { journal } = environment;
      const entries = await journal.entriesOf(threadId).catch(() => []);
      if (entries.length > 0) await journal.remove(entries.map(({ key }) => key)).catch(() => {});
    },
    executorFor: (threadId) => {
      const known = executors.get(threadId);
      if (known !== undefined) return known;
      const onIdle = () => {
        if (executors.get(threadId) === executor) executors.delete(threadId);
      };
      const executor = createExecutor(threadId, environment, onIdle, newBatchId);
      executors.set(threadId, executor);
      return executor;
    },
  };
}

const PAGE = Symbol.for("toolweave.page");

/** The page that this code runs in. Two copies of this module share it. `holder` is asked for once, at the first use. */
export function browserPage(holder: () => string, clock: ExecutorEnvironment["clock"]): HeadlessPage {
  const shared = globalThis as { [PAGE]?: HeadlessPage };
  shared[PAGE] ??= createHeadlessPage({
    holder: holder(),
    journal: createBrowserJournal(),
    consents: createBrowserConsents(),
    locks: createWebLocks(),
    clock,
    steadyTimer: createWorkerTimer(clock.setTimer),
    hasGesture: () => globalThis.navigator?.userActivation?.isActive ?? true,
    timeOfDay: () => Date.now(),
  });
  return shared[PAGE];
}

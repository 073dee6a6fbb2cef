import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { wipePages } from "./wipe-pages";

/** How long a removal waits for its words to be gone: of a large file that takes longer, or as long as somebody else reads it. */
const PATIENCE_MS = 2_000;
const POLL_MS = 25;
const RETRY_MS = 5_000;
/** How long what was removed where nobody waits for it may stand: a graph that changes many items costs one pass. */
const SOON_MS = 1_000;
/** Whoever deletes one thing after another makes the process work at it for a third of the time at most. */
const BETWEEN_SHARE = 2;
const MAX_BETWEEN_MS = 10_000;
/** When nobody waits any more, a pass leaves the process nine parts of ten. */
const REST_SHARE = 9;

export type Scrub = {
  /**
   * Overwrites what was deleted, brings what was written into the one file, and empties the log beside it, where deleted words
   * still stand. False: it takes longer, or somebody else reads the file, or it fails, of which `report` is told; it goes on until
   * it is done. Never rejects.
   */
  scrub(): Promise<boolean>;
  /** The same a little later. */
  scrubSoon(): void;
  stop(): void;
};

/** Never rejects. */
type Pass = Promise<boolean>;

export function createScrub(
  database: Database,
  report: (error: Error) => void,
  { patienceMs = PATIENCE_MS, retryMs = RETRY_MS, soonMs = SOON_MS } = {},
): Scrub {
  let running: Pass | undefined;
  let next: Pass | undefined;
  let soon: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  /** How long the last pass worked, without its rests. */
  let workedMs = 0;
  let isStopped = false;

  /** What was removed before it is called is gone when it resolves with true. All who call during one pass share the next. */
  function pass(): Pass {
    if (next) return next;
    if (!running) {
      running = doPass().finally(() => {
        running = undefined;
      });
      return running;
    }
    const begin = async () => {
      await wait(Math.min(BETWEEN_SHARE * workedMs, MAX_BETWEEN_MS), undefined, { ref: false });
      next = undefined;
      return pass();
    };
    next = running.then(begin, begin);
    return next;
  }

  async function doPass(): Pass {
    const startedAtMs = performance.now();
    workedMs = 0;
    let failure: unknown;
    const isDone = await wipe(startedAtMs)
      .then((isWiped) => isWiped && empty(startedAtMs))
      .catch((error: unknown) => {
        failure = error;
        return false;
      });
    if (isDone) endRetrying();
    else if (!isStopped) beginRetrying(failure);
    return isDone;
  }

  async function wipe(startedAtMs: number): Promise<boolean> {
    const parts = wipePages(database);
    while (!isStopped) {
      const part = withoutWaiting(() => parts.next());
      if (!part) return false;
      if (part.done) return true;
      if (performance.now() - startedAtMs < patienceMs) await nextTurn();
      else await wait(REST_SHARE);
    }
    return false;
  }

  async function empty(startedAtMs: number): Promise<boolean> {
    const endsAtMs = retry ? 0 : startedAtMs + patienceMs; // a reader that stays is waited for once
    while (!isStopped) {
      if (withoutWaiting(isEmptied)) return true;
      if (performance.now() >= endsAtMs) break;
      await wait(POLL_MS);
    }
    return false;
  }

  function isEmptied(): boolean {
    const { busy } = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { readonly busy: number };
    return busy === 0;
  }

  /** `undefined`: somebody else has the file. SQLite would wait for them, and the whole process with it. */
  function withoutWaiting<Result>(work: () => Result): Result | undefined {
    const startedAtMs = performance.now();
    const timeoutMs = timeoutOf(database);
    database.pragma("busy_timeout = 0");
    try {
      return work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== "SQLITE_BUSY") throw error;
      return undefined;
    } finally {
      database.pragma(`busy_timeout = ${timeoutMs}`);
      workedMs += performance.now() - startedAtMs;
    }
  }

  /** Says once why, however often it fails again. */
  function beginRetrying(failure: unknown): void {
    if (retry) return;
    retry = setInterval(() => {
      if (!running) void pass();
    }, retryMs).unref();
    const again = `it is tried again every ${retryMs / 1000} s, and when the server starts.`;
    report(
      failure === undefined
        ? new Error(
            `What was deleted still stands in toolweave.sqlite-wal: another process uses toolweave.sqlite. End it; ${again}`,
          )
        : new Error(`What was deleted still stands in toolweave.sqlite, which could not be written: ${again}`, {
            cause: failure,
          }),
    );
  }

  function endRetrying(): void {
    clearInterval(retry);
    retry = undefined;
  }

  return {
    async scrub() {
      const patience = new AbortController();
      const late = wait(patienceMs + POLL_MS * 4, false, { signal: patience.signal, ref: false }).catch(() => false);
      try {
        return await Promise.race([pass(), late]);
      } finally {
        patience.abort();
      }
    },
    scrubSoon() {
      soon ??= setTimeout(
        () => {
          soon = undefined;
          void pass();
        },
        Math.max(soonMs, Math.min(REST_SHARE * workedMs, MAX_BETWEEN_MS)),
      ).unref();
    },
    stop() {
      isStopped = true;
      endRetrying();
      clearTimeout(soon);
    },
  };
}

function timeoutOf(database: Database): number {
  return (database.prepare("PRAGMA busy_timeout").get() as { readonly timeout: number }).timeout;
}

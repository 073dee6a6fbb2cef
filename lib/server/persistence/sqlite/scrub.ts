import type { Database } from "better-sqlite3";

/** How long the process stands still for somebody else who reads the file (a backup, a shell), the first time it meets them. */
const WAIT_MS = 250;
const RETRY_MS = 30_000;

/**
 * Brings what was written into the one file and empties the log beside it, where deleted words still stand. Where somebody
 * else reads the file, that is not possible: `report` is told once, and it is tried again until it is.
 */
export function createScrub(database: Database, report: (error: Error) => void, retryMs = RETRY_MS) {
  let retry: NodeJS.Timeout | undefined;

  function isEmptied(): boolean {
    const timeoutMs = timeoutOf(database);
    database.pragma(`busy_timeout = ${retry ? 0 : WAIT_MS}`);
    try {
      const { busy } = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { readonly busy: number };
      return busy === 0;
    } finally {
      database.pragma(`busy_timeout = ${timeoutMs}`);
    }
  }

  function tryAgain(): void {
    try {
      if (isEmptied()) stop();
    } catch (cause) {
      stop();
      report(cause as Error);
    }
  }

  function stop(): void {
    clearInterval(retry);
    retry = undefined;
  }

  function scrub(): void {
    if (isEmptied()) {
      stop();
      return;
    }
    if (retry) return;
    retry = setInterval(tryAgain, retryMs).unref();
    report(
      new Error(
        "What was deleted still stands in toolweave.sqlite-wal: another process reads toolweave.sqlite. End it; it is tried again " +
          `every ${retryMs / 1000} s.`,
      ),
    );
  }

  return { scrub, stop };
}

function timeoutOf(database: Database): number {
  return (database.prepare("PRAGMA busy_timeout").get() as { readonly timeout: number }).timeout;
}

import { join } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { isToolweaveError } from "@/lib/errors";
import { createBranchReader } from "./checkpoints/branch-reader";
import { createPrune } from "./checkpoints/prune";
import { SqliteCheckpointSaver } from "./checkpoints/sqlite-saver";
import { createClaimStore } from "./claim-store";
import { folderUnusable, lockFolder } from "./folder-lock";
import { markInterruptedByRestart } from "./mark-restarted";
import { createRollBack } from "./roll-back";
import { createRunStore } from "./run-store";
import { migrate } from "./schema";
import { createSettle } from "./settle";
import { SqliteStore } from "./sqlite-store";
import type { Storage } from "./storage";
import { removeTemporaryThreads } from "./temporary-threads";
import { createThreadStore } from "./thread-store";

const FILE_NAME = "toolweave.sqlite";
/** How long a write waits for another process (a backup, a shell) that holds the file. */
const BUSY_TIMEOUT_MS = 5_000;

export type StorageOptions = {
  /** Checkpoints older than this are forgotten when their thread's next run settles. Default: kept as long as the thread. */
  readonly historyDays?: number | undefined;
};

/**
 * Opens the data folder, makes it where it is missing, and corrects what a crash left: runs in flight become errors.
 * One process a folder: it is locked until `close`, or until the process ends in whatever way. Throws `data_folder_unusable` with the remedy when it cannot be
 * written, is in use, is not ours, or is newer.
 */
export async function openStorage(dataDir: string, { historyDays }: StorageOptions = {}): Promise<Storage> {
  const path = join(dataDir, FILE_NAME);
  const lock = lockFolder(dataDir);
  let database: Database;
  try {
    database = open(dataDir, path);
  } catch (cause) {
    lock.release();
    throw cause;
  }
  try {
    const saver = new SqliteCheckpointSaver(database);
    const prune = createPrune(database);
    const storage: Storage = {
      saver,
      threads: createThreadStore(database, saver),
      runs: createRunStore(database),
      claims: createClaimStore(database),
      branches: createBranchReader(database, saver),
      items: new SqliteStore(database),
      rollBack: createRollBack(database),
      settle: createSettle(database),
      prune: async (request) => prune({ ...request, keepSinceMs: request.keepSinceMs ?? oldestKeptMs(historyDays) }),
      close: async () => {
        database.pragma("wal_checkpoint(TRUNCATE)"); // one file holds everything: a stopped server is backed up by copying
        database.close();
        lock.release();
      },
    };
    await markInterruptedByRestart(database, saver);
    await removeTemporaryThreads(database, storage.threads);
    return storage;
  } catch (cause) {
    database.close();
    lock.release();
    throw isToolweaveError(cause) ? cause : folderUnusable(dataDir, cause);
  }
}

function oldestKeptMs(historyDays: number | undefined): number | undefined {
  return historyDays === undefined ? undefined : Date.now() - historyDays * 24 * 60 * 60_000;
}

function open(dataDir: string, path: string): Database {
  let database: Database | undefined;
  try {
    database = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    migrate(database, path);
    return database;
  } catch (cause) {
    database?.close();
    if (isToolweaveError(cause)) throw cause;
    throw folderUnusable(dataDir, cause);
  }
}

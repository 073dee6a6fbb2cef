import { join } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { isToolweaveError } from "@/lib/errors";
import { createBranchReader } from "../checkpoints/branch-reader";
import { createPrune } from "../checkpoints/prune";
import { SqliteCheckpointSaver } from "../checkpoints/sqlite-saver";
import { createPendingInterrupts } from "../pending-interrupts";
import type { Storage } from "../storage";
import { createUserEras, StoreAtHand } from "../user-eras";
import { folderUnusable, lockFolder } from "./folder/folder-lock";
import { makeOwnFile } from "./folder/own-folder";
import { createFormerData } from "./former-data";
import { createUserStores } from "./items/sqlite-store";
import { recover } from "./recover";
import { createRollBack } from "./roll-back";
import { migrate } from "./schema";
import { createScrub } from "./scrub/scrub";
import { createSettle } from "./settle";
import { createClaimStore } from "./stores/claim-store";
import { createRunStore } from "./stores/run-store";
import { createThreadStore } from "./stores/thread-store";

const FILE_NAME = "toolweave.sqlite";
/** How long a write waits for another process (a backup, a shell) that holds the file. */
const BUSY_TIMEOUT_MS = 5_000;
/** The same at the end, when runs have had their time already. */
const LAST_TIMEOUT_MS = 1_000;

/**
 * Opens the data folder, and makes it where it is missing. One process a folder: it is locked until `close`, or until
 * the process ends in whatever way. Throws `data_folder_unusable` with the remedy when it cannot be written, is in use,
 * is not ours, or is newer. `report` is told what goes wrong later, when nobody waits for it.
 */
export async function openStorage(dataDir: string, report: (error: Error) => void = () => undefined): Promise<Storage> {
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
    const threads = createThreadStore(database, saver);
    const { scrub, scrubSoon, stop: stopScrubbing } = createScrub(database, report);
    const storeOf = createUserStores(database, scrubSoon);
    const eras = createUserEras();
    const countItems = database.prepare("SELECT items FROM item_counts WHERE user_id = ?");
    const removeItems = database.prepare("DELETE FROM user_items WHERE user_id = ?");
    void scrub(); // a process that is gone may have left it to be done
    return {
      recover: async (report = () => undefined) => {
        await recover(database, saver, threads, report).catch((cause) => {
          throw folderUnusable(dataDir, cause);
        });
      },
      isShared: false,
      saver,
      threads,
      runs: createRunStore(database),
      claims: createClaimStore(database),
      pendingInterrupts: createPendingInterrupts(database, saver.serde),
      branches: createBranchReader(database, saver),
      itemsOf: (userId, era) => {
        const store = storeOf(userId);
        if (era === undefined) return store;
        return new StoreAtHand(() => {
          eras.assertLasts(era);
          return store;
        });
      },
      countItemsOf: async (userId) => (countItems.get(userId) as { items: number } | undefined)?.items ?? 0, // the column named there
      eraOf: async (userId) => eras.of(userId),
      deleteItemsOf: async (userId) => {
        eras.end(userId);
        removeItems.run(userId);
      },
      formerData: createFormerData(database),
      rollBack: createRollBack(database),
      settle: createSettle(database),
      prune: async (request) => prune(request),
      scrub,
      close: async () => {
        stopScrubbing();
        database.pragma(`busy_timeout = ${LAST_TIMEOUT_MS}`);
        database.pragma("wal_checkpoint(TRUNCATE)"); // one file holds everything: a stopped server is backed up by copying
        database.close();
        lock.release();
      },
    };
  } catch (cause) {
    database.close();
    lock.release();
    throw isToolweaveError(cause) ? cause : folderUnusable(dataDir, cause);
  }
}

function open(dataDir: string, path: string): Database {
  let database: Database | undefined;
  try {
    makeOwnFile(path);
    database = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    database.pragma("secure_delete = ON"); // zeros take the place of what is deleted
    migrate(database, path);
    database.exec("DELETE FROM threads WHERE 0"); // a file that only can be read is opened all the same, until a write
    return database;
  } catch (cause) {
    database?.close();
    if (isToolweaveError(cause)) throw cause;
    throw folderUnusable(dataDir, cause);
  }
}

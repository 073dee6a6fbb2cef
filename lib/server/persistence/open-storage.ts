import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import Sqlite, { type Database } from "better-sqlite3";
import { errorMessage, isToolweaveError, ToolweaveError } from "@/lib/errors";
import { createClaimStore } from "./claim-store";
import { markInterruptedByRestart } from "./mark-restarted";
import { createRunStore } from "./run-store";
import { migrate } from "./schema";
import { createSettle } from "./settle";
import type { Storage } from "./storage";
import { createThreadStore } from "./thread-store";

const FILE_NAME = "toolweave.sqlite";
/** How long a write waits for another process (a backup, a shell) that holds the file. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the data folder, makes it where it is missing, and corrects what a crash left: runs in flight become errors.
 * One process a folder. Throws `data_folder_unusable` with the remedy when it cannot be written, is not ours, or is newer.
 */
export async function openStorage(dataDir: string): Promise<Storage> {
  const path = join(dataDir, FILE_NAME);
  const database = open(dataDir, path);
  try {
    const saver = new SqliteSaver(database);
    await saver.getTuple({ configurable: { thread_id: "" } }); // makes the saver's tables now, not at the first run
    const storage: Storage = {
      saver,
      threads: createThreadStore(database),
      runs: createRunStore(database),
      claims: createClaimStore(database),
      settle: createSettle(database),
      close: async () => {
        database.pragma("wal_checkpoint(TRUNCATE)"); // one file holds everything: a stopped server is backed up by copying
        database.close();
      },
    };
    await markInterruptedByRestart(database, saver);
    return storage;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function open(dataDir: string, path: string): Database {
  let database: Database | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    database = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    migrate(database, path);
    return database;
  } catch (cause) {
    database?.close();
    if (isToolweaveError(cause)) throw cause;
    throw new ToolweaveError(
      "data_folder_unusable",
      `The data folder ${dataDir} cannot be used: ${errorMessage(cause)}. ` +
        "Make it writable, or set TOOLWEAVE_DATA_DIR to another folder.",
      { cause },
    );
  }
}

import { join } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { errorMessage, ToolweaveError } from "@/lib/errors";
import { makeDataFolder, makeOwnFile } from "./own-folder";

const LOCK_NAME = "toolweave.lock";

/** The right of one process to use a data folder. */
export type FolderLock = { release(): void };

/**
 * Takes a data folder for this process, and makes the folder where it is missing. The operating system gives the lock
 * back when the process ends, also when it is killed, so nothing is ever left to clean up.
 * Throws `data_folder_unusable` with the remedy when another process has it, or the folder cannot be written.
 */
export function lockFolder(dataDir: string): FolderLock {
  let database: Database | undefined;
  try {
    makeDataFolder(dataDir);
    makeOwnFile(join(dataDir, LOCK_NAME));
    database = new Sqlite(join(dataDir, LOCK_NAME), { timeout: 0 });
    database.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    database?.close();
    throw isTaken(cause) ? folderTaken(dataDir, cause) : folderUnusable(dataDir, cause);
  }
  const held = database;
  return { release: () => held.close() };
}

/** The folder cannot be read or written. */
export function folderUnusable(dataDir: string, cause: unknown): ToolweaveError {
  return new ToolweaveError(
    "data_folder_unusable",
    `The data folder ${dataDir} cannot be used: ${errorMessage(cause)}. ` +
      "Make it writable, or set TOOLWEAVE_DATA_DIR to another folder.",
    { cause },
  );
}

function folderTaken(dataDir: string, cause: unknown): ToolweaveError {
  return new ToolweaveError(
    "data_folder_unusable",
    `The data folder ${dataDir} is in use by another Toolweave process. ` +
      "Stop that one, or set TOOLWEAVE_DATA_DIR to another folder. Nothing was changed.",
    { cause },
  );
}

function isTaken(cause: unknown): boolean {
  return /SQLITE_BUSY|locked/i.test(`${(cause as { code?: unknown }).code ?? ""} ${errorMessage(cause)}`);
}

import type { Database } from "better-sqlite3";
import { ToolweaveError } from "@/lib/errors";

/**
 * One entry a version, applied in order and never edited afterwards; `PRAGMA user_version` counts them.
 * LangGraph's saver makes its own tables, `checkpoints` and `writes`, in the same file.
 */
const MIGRATIONS = [
  `
  CREATE TABLE threads (
    thread_id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    status TEXT NOT NULL,
    metadata TEXT NOT NULL,
    interrupts TEXT NOT NULL DEFAULT '{}'
  );
  CREATE INDEX threads_by_update ON threads (updated_at);
  CREATE TABLE thread_values (
    thread_id TEXT PRIMARY KEY,
    json TEXT NOT NULL
  );
  CREATE TABLE runs (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL UNIQUE,
    thread_id TEXT NOT NULL,
    assistant_id TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    metadata TEXT NOT NULL,
    multitask_strategy TEXT NOT NULL,
    kwargs TEXT NOT NULL,
    error TEXT,
    idempotency_key TEXT,
    request_digest TEXT
  );
  CREATE INDEX runs_of_thread ON runs (thread_id, position);
  CREATE UNIQUE INDEX runs_by_key ON runs (thread_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX runs_in_flight ON runs (status) WHERE status IN ('pending', 'running');
  CREATE TABLE claims (
    thread_id TEXT NOT NULL,
    interrupt_id TEXT NOT NULL,
    holder TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    PRIMARY KEY (thread_id, interrupt_id)
  );
  `,
];

/**
 * Brings a database to the newest version, each step in its own transaction.
 * Throws `data_folder_unusable`, and changes nothing, when the file was written by a newer Toolweave.
 */
export function migrate(database: Database, path: string): void {
  const version = readVersion(database);
  if (version > MIGRATIONS.length) {
    throw new ToolweaveError(
      "data_folder_unusable",
      `${path} was written by a newer Toolweave (schema ${version}; this one knows ${MIGRATIONS.length}). ` +
        "Run the newer version, or point TOOLWEAVE_DATA_DIR at another folder. Nothing was changed.",
      { context: { found: version, known: MIGRATIONS.length } },
    );
  }
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < version) continue;
    database.transaction(() => database.exec(`${sql}; PRAGMA user_version = ${index + 1};`)).immediate();
  }
}

function readVersion(database: Database): number {
  const [row] = database.pragma("user_version") as { user_version: number }[]; // SQLite answers with one such row
  return row?.user_version ?? 0;
}

import type { Database } from "better-sqlite3";
import { ToolweaveError } from "@/lib/errors";
import { adoptStockCheckpoints } from "../checkpoints/adopt-stock-checkpoints";

/** SQL, or a step that SQL cannot take. */
type Migration = string | ((database: Database) => void);

/**
 * One entry a version, applied in order and never edited afterwards; `PRAGMA user_version` counts them.
 * Until version 2 LangGraph's own saver kept its tables, `checkpoints` and `writes`, in the same file.
 */
const MIGRATIONS: readonly Migration[] = [
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
  `
  CREATE TABLE store_items (
    namespace TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (namespace, key)
  );
  ALTER TABLE threads ADD COLUMN is_temporary INTEGER NOT NULL DEFAULT 0;
  `,
  (database) => {
    database.exec(CHECKPOINT_TABLES);
    adoptStockCheckpoints(database);
  },
  // what was there before belongs to nobody (NULL) until somebody is given it
  `
  ALTER TABLE threads ADD COLUMN user_id TEXT;
  CREATE INDEX threads_of_user ON threads (user_id, updated_at);
  CREATE TABLE user_items (
    user_id TEXT,
    namespace TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  );
  INSERT INTO user_items (namespace, key, value, created_at, updated_at)
    SELECT namespace, key, value, created_at, updated_at FROM store_items ORDER BY created_at, rowid;
  DROP TABLE store_items;
  CREATE UNIQUE INDEX items_by_key ON user_items (user_id, namespace, key);
  `,
  "ALTER TABLE checkpoint_writes ADD COLUMN lists TEXT NOT NULL DEFAULT '{}'",
  "ALTER TABLE claims ADD COLUMN previous_holder TEXT",
  // one row: no fence comes a second time, also when the thread that had it is gone
  `
  CREATE TABLE fences (last INTEGER NOT NULL);
  INSERT INTO fences SELECT coalesce(max(fence), 0) FROM threads;
  `,
  // items are counted as they come and go, and read in their order without sorting them
  `
  CREATE INDEX items_in_order ON user_items (user_id, created_at);
  CREATE TABLE item_counts (user_id TEXT PRIMARY KEY, items INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO item_counts SELECT user_id, count(*) FROM user_items WHERE user_id IS NOT NULL GROUP BY user_id;
  CREATE TRIGGER item_added AFTER INSERT ON user_items WHEN NEW.user_id IS NOT NULL BEGIN
    INSERT INTO item_counts VALUES (NEW.user_id, 1) ON CONFLICT (user_id) DO UPDATE SET items = items + 1;
  END;
  CREATE TRIGGER item_removed AFTER DELETE ON user_items WHEN OLD.user_id IS NOT NULL BEGIN
    UPDATE item_counts SET items = items - 1 WHERE user_id = OLD.user_id;
    DELETE FROM item_counts WHERE user_id = OLD.user_id AND items = 0;
  END;
  CREATE TRIGGER item_given AFTER UPDATE OF user_id ON user_items WHEN NEW.user_id IS NOT NULL AND OLD.user_id IS NULL BEGIN
    INSERT INTO item_counts VALUES (NEW.user_id, 1) ON CONFLICT (user_id) DO UPDATE SET items = items + 1;
  END;
  `,
];

const CHECKPOINT_TABLES = `
  CREATE TABLE thread_checkpoints (
    thread_id TEXT NOT NULL,
    checkpoint_ns TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    parent_id TEXT,
    body TEXT NOT NULL,
    lists TEXT NOT NULL,
    metadata TEXT NOT NULL,
    source TEXT,
    role INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
  ) WITHOUT ROWID;
  CREATE INDEX unsettled_checkpoints ON thread_checkpoints (thread_id, checkpoint_id) WHERE role = 0;
  CREATE INDEX checkpoint_children ON thread_checkpoints (thread_id, parent_id);
  CREATE TABLE checkpoint_writes (
    thread_id TEXT NOT NULL,
    checkpoint_ns TEXT NOT NULL,
    checkpoint_id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    idx INTEGER NOT NULL,
    task_path TEXT NOT NULL DEFAULT '',
    channel TEXT NOT NULL,
    type TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
  ) WITHOUT ROWID;
  CREATE TABLE message_lists (
    list_id INTEGER PRIMARY KEY AUTOINCREMENT,
    thread_id TEXT NOT NULL,
    parent_id INTEGER,
    kept INTEGER NOT NULL,
    items TEXT NOT NULL
  );
  CREATE INDEX lists_of_thread ON message_lists (thread_id);
  ALTER TABLE threads ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE runs ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE thread_values ADD COLUMN lists TEXT NOT NULL DEFAULT '[]';
`;

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
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    database
      .transaction(() => {
        if (typeof migration === "string") database.exec(migration);
        else migration(database);
        database.exec(`PRAGMA user_version = ${index + 1}`);
      })
      .immediate();
  }
}

function readVersion(database: Database): number {
  const [row] = database.pragma("user_version") as { user_version: number }[]; // SQLite answers with one such row
  return row?.user_version ?? 0;
}

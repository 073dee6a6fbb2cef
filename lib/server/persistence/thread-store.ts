import type { Database } from "better-sqlite3";
import type { SearchThreads, Thread, ThreadStatus } from "@/lib/protocol";
import { metadataFilter } from "./metadata-filter";
import type { ThreadStore } from "./storage";

type ThreadRow = {
  thread_id: string;
  created_at: string;
  updated_at: string;
  status: ThreadStatus;
  metadata: string;
  interrupts: string;
  values_json?: string | null;
};

const COLUMNS = "thread_id, created_at, updated_at, status, metadata, interrupts";
const VALUES = "(SELECT json FROM thread_values AS v WHERE v.thread_id = threads.thread_id) AS values_json";

/** Threads in SQLite. */
export function createThreadStore(database: Database): ThreadStore {
  const insert = database.prepare(
    "INSERT OR IGNORE INTO threads (thread_id, created_at, updated_at, status, metadata) VALUES (?, ?, ?, 'idle', ?)",
  );
  const select = database.prepare(`SELECT ${COLUMNS}, ${VALUES} FROM threads WHERE thread_id = ?`);
  const change = database.prepare("UPDATE threads SET updated_at = ?, status = ?, metadata = ? WHERE thread_id = ?");
  const read = (threadId: string) => select.get(threadId) as ThreadRow | undefined; // the columns named above

  return {
    async create(threadId, metadata) {
      const now = new Date().toISOString();
      const { changes } = insert.run(threadId, now, now, JSON.stringify(metadata));
      const row = changes === 0 ? undefined : read(threadId);
      return row && toThread(row);
    },

    async get(threadId) {
      const row = read(threadId);
      return row && toThread(row);
    },

    async update(threadId, { metadata, status }) {
      const row = read(threadId);
      if (!row) return undefined;
      const merged = metadata ? JSON.stringify({ ...JSON.parse(row.metadata), ...metadata }) : row.metadata;
      change.run(new Date().toISOString(), status ?? row.status, merged, threadId);
      const changed = read(threadId);
      return changed && toThread(changed);
    },

    async search(request) {
      const { where, values } = conditions(request);
      const { count } = database.prepare(`SELECT count(*) AS count FROM threads ${where}`).get(...values) as {
        count: number;
      };
      const columns = !request.select || request.select.includes("values") ? `${COLUMNS}, ${VALUES}` : COLUMNS;
      const sql = `SELECT ${columns} FROM threads ${where} ORDER BY ${order(request)} LIMIT ? OFFSET ?`;
      const rows = database.prepare(sql).all(...values, request.limit ?? 10, request.offset ?? 0) as ThreadRow[];
      return { threads: rows.map((row) => pick(toThread(row), request.select)), total: count };
    },

    async delete(threadId) {
      const remove = database.transaction(() => {
        for (const table of ["checkpoints", "writes", "claims", "runs", "thread_values"]) {
          database.prepare(`DELETE FROM ${table} WHERE thread_id = ?`).run(threadId);
        }
        return database.prepare("DELETE FROM threads WHERE thread_id = ?").run(threadId).changes > 0;
      });
      return remove.immediate();
    },
  };
}

function conditions(request: SearchThreads): { where: string; values: unknown[] } {
  const metadata = metadataFilter(request.metadata ?? {});
  const parts = [...metadata.conditions];
  const values = [...metadata.values];
  if (request.status) {
    parts.push("status = ?");
    values.push(request.status);
  }
  if (request.ids) {
    parts.push("thread_id IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(request.ids));
  }
  return { where: parts.length === 0 ? "" : `WHERE ${parts.join(" AND ")}`, values };
}

/** Both parts come from closed lists, so they may stand in the statement. */
function order({ sort_by, sort_order }: SearchThreads): string {
  const direction = sort_order === "asc" ? "ASC" : "DESC";
  return `${sort_by ?? "created_at"} ${direction}, rowid ${direction}`;
}

function toThread(row: ThreadRow): Thread {
  return {
    thread_id: row.thread_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    metadata: JSON.parse(row.metadata),
    status: row.status,
    interrupts: JSON.parse(row.interrupts),
    values: row.values_json ? JSON.parse(row.values_json) : undefined,
  };
}

function pick(thread: Thread, fields: SearchThreads["select"]): Thread {
  if (!fields) return thread;
  const chosen = Object.entries(thread).filter(([field]) => field === "thread_id" || fields.includes(field));
  return Object.fromEntries(chosen) as Thread; // the caller asked for a part of it
}

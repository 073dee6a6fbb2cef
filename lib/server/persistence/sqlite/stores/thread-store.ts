import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Database } from "better-sqlite3";
import type { SearchThreads, Thread, ThreadStatus } from "@/lib/protocol";
import { deleteCheckpoints } from "../../checkpoints/sqlite-saver";
import { selectFields, wantsValues } from "../../select-fields";
import type { ThreadStore } from "../../storage";
import { readThreadValues } from "../../thread-values";
import { copyThread } from "./copy-thread";
import { metadataFilter } from "./metadata-filter";

type ThreadRow = {
  thread_id: string;
  created_at: string;
  updated_at: string;
  status: ThreadStatus;
  metadata: string;
  interrupts: string;
  values_json?: string | null;
  values_lists?: string | null;
};

const COLUMNS = "thread_id, created_at, updated_at, status, metadata, interrupts";
const VALUES = ["json", "lists"]
  .map(
    (column) => `(SELECT ${column} FROM thread_values AS v WHERE v.thread_id = threads.thread_id) AS values_${column}`,
  )
  .join(", ");

/** Threads in SQLite. */
export function createThreadStore(database: Database, saver: BaseCheckpointSaver): ThreadStore {
  const insert = database.prepare(
    `INSERT OR IGNORE INTO threads (thread_id, user_id, is_temporary, created_at, updated_at, status, metadata, fence)
    VALUES (?, ?, ?, ?, ?, 'idle', ?, (SELECT last + 1 FROM fences))`,
  );
  const select = database.prepare(`SELECT ${COLUMNS}, ${VALUES} FROM threads WHERE thread_id = ?`);
  const setState = database.prepare(
    "UPDATE threads SET status = ?, interrupts = ?, updated_at = ? WHERE thread_id = ?",
  );
  const setValues = database.prepare("INSERT OR REPLACE INTO thread_values (thread_id, json) VALUES (?, ?)");
  const change = database.prepare("UPDATE threads SET updated_at = ?, status = ?, metadata = ? WHERE thread_id = ?");
  const owner = database.prepare("SELECT user_id FROM threads WHERE thread_id = ?");
  const selectMetadata = database.prepare("SELECT metadata FROM threads WHERE thread_id = ?");
  const setBusy = database.prepare(
    "UPDATE threads SET updated_at = ?, status = 'busy', metadata = json_patch(metadata, ?) WHERE thread_id = ?",
  );
  const selectIds = database.prepare("SELECT thread_id FROM threads WHERE user_id = ? ORDER BY created_at, rowid");
  const oneAfter = database.prepare("SELECT 1 FROM threads WHERE user_id = ? LIMIT 1 OFFSET ?");
  const read = (threadId: string) => select.get(threadId) as ThreadRow | undefined; // the columns named above

  return {
    async create(threadId, metadata, { userId, isTemporary = false }) {
      const now = new Date().toISOString();
      const { changes } = insert.run(threadId, userId, Number(isTemporary), now, now, JSON.stringify(metadata));
      const row = changes === 0 ? undefined : read(threadId);
      return row && toThread(row, saver);
    },

    async get(threadId) {
      const row = read(threadId);
      return row && toThread(row, saver);
    },

    async exists(threadId) {
      return owner.get(threadId) !== undefined;
    },

    async ownerOf(threadId) {
      const row = owner.get(threadId) as { user_id: string | null } | undefined; // the column named above
      return row?.user_id;
    },

    async metadata(threadId) {
      const row = selectMetadata.get(threadId) as { metadata: string } | undefined; // the column named above
      return row && JSON.parse(row.metadata);
    },

    async setBusy(threadId, metadata) {
      setBusy.run(new Date().toISOString(), JSON.stringify(metadata), threadId);
    },

    async update(threadId, { metadata, status }) {
      const row = read(threadId);
      if (!row) return undefined;
      const merged = metadata ? JSON.stringify({ ...JSON.parse(row.metadata), ...metadata }) : row.metadata;
      change.run(new Date().toISOString(), status ?? row.status, merged, threadId);
      const changed = read(threadId);
      return changed && toThread(changed, saver);
    },

    async setState(threadId, { status, valuesJson, interrupts }) {
      database
        .transaction(() => {
          setState.run(status, JSON.stringify(interrupts), new Date().toISOString(), threadId);
          setValues.run(threadId, valuesJson);
        })
        .immediate();
    },

    async copy(from, to) {
      const row = read(from);
      if (!row) return undefined;
      copyThread(database, from, to);
      const copied = read(to);
      return copied && toThread(copied, saver);
    },

    async count(request, userId) {
      const { where, values } = conditions(request, userId);
      const row = database.prepare(`SELECT count(*) AS count FROM threads ${where}`).get(...values);
      return (row as { count: number }).count; // the column named above
    },

    async idsOf(userId) {
      const rows = selectIds.all(userId) as { thread_id: string }[]; // the column named above
      return rows.map(({ thread_id }) => thread_id);
    },

    async hasAtLeast(userId, count) {
      return oneAfter.get(userId, count - 1) !== undefined;
    },

    async search(request, userId) {
      const { where, values } = conditions(request, userId);
      const total = await this.count(request, userId);
      const columns = wantsValues(request) ? `${COLUMNS}, ${VALUES}` : COLUMNS;
      const sql = `SELECT ${columns} FROM threads ${where} ORDER BY ${order(request)} LIMIT ? OFFSET ?`;
      const rows = database.prepare(sql).all(...values, request.limit ?? 10, request.offset ?? 0) as ThreadRow[];
      const threads: Thread[] = [];
      for (const row of rows) {
        // whose values cannot be read is listed without them, as all others are with theirs
        const thread = await toThread(row, saver).catch(() => toThread({ ...row, values_json: null }, saver));
        threads.push(selectFields(thread, request.select));
      }
      return { threads, total };
    },

    async delete(threadId) {
      const remove = database.transaction(() => {
        deleteCheckpoints(database, threadId);
        for (const table of ["claims", "runs", "thread_values"]) {
          database.prepare(`DELETE FROM ${table} WHERE thread_id = ?`).run(threadId);
        }
        return database.prepare("DELETE FROM threads WHERE thread_id = ?").run(threadId).changes > 0;
      });
      return remove.immediate();
    },
  };
}

function conditions(request: SearchThreads, userId: string): { where: string; values: unknown[] } {
  const metadata = metadataFilter(request.metadata ?? {});
  const parts = ["user_id = ?", "is_temporary = 0", ...metadata.conditions];
  const values = [userId, ...metadata.values];
  const state = metadataFilter(request.values ?? {}, "v.json");
  if (state.conditions.length > 0) {
    const matches = ["v.thread_id = threads.thread_id", ...state.conditions].join(" AND ");
    parts.push(`EXISTS (SELECT 1 FROM thread_values AS v WHERE ${matches})`);
    values.push(...state.values);
  }
  if (request.status) {
    parts.push("status = ?");
    values.push(request.status);
  }
  if (request.q) {
    parts.push("instr(lower(metadata ->> '$.title'), lower(?)) > 0");
    values.push(request.q);
  }
  if (request.ids) {
    parts.push("thread_id IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(request.ids));
  }
  return { where: `WHERE ${parts.join(" AND ")}`, values };
}

/** Both parts come from closed lists, so they may stand in the statement. */
function order({ sort_by, sort_order }: SearchThreads): string {
  const direction = sort_order === "asc" ? "ASC" : "DESC";
  const column = sort_by === "state_updated_at" ? "updated_at" : (sort_by ?? "created_at");
  return `${column} ${direction}, rowid ${direction}`;
}

async function toThread(row: ThreadRow, saver: BaseCheckpointSaver): Promise<Thread> {
  return {
    thread_id: row.thread_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    metadata: JSON.parse(row.metadata),
    status: row.status,
    interrupts: JSON.parse(row.interrupts),
    values: row.values_json
      ? await readThreadValues(saver, row.thread_id, {
          json: row.values_json,
          lists: JSON.parse(row.values_lists ?? "[]"),
        })
      : undefined,
  };
}

import type { Database } from "better-sqlite3";
import type { Run, RunStatus } from "@/lib/protocol";
import type { RunStore } from "../../storage";

type RunRow = {
  run_id: string;
  thread_id: string;
  assistant_id: string;
  status: RunStatus;
  created_at: string;
  updated_at: string;
  metadata: string;
  multitask_strategy: string;
  kwargs: string;
  error: string | null;
  request_digest: string | null;
};

/** Runs in SQLite. */
export function createRunStore(database: Database): RunStore {
  const insert = database.prepare(`
    INSERT INTO runs (run_id, thread_id, assistant_id, status, created_at, updated_at, metadata, multitask_strategy,
      kwargs, idempotency_key, request_digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const select = database.prepare("SELECT * FROM runs WHERE run_id = ? AND thread_id = ?");
  const selectByKey = database.prepare("SELECT * FROM runs WHERE thread_id = ? AND idempotency_key = ?");
  const selectThread = database.prepare("SELECT thread_id FROM runs WHERE run_id = ?");
  const selectIds = database.prepare("SELECT run_id FROM runs WHERE thread_id = ?");
  const remove = database.prepare("DELETE FROM runs WHERE run_id = ? AND thread_id = ?");
  const setStatus = database.prepare(
    "UPDATE runs SET status = ?, error = coalesce(?, error), updated_at = ? WHERE run_id = ?",
  );
  const nextFence = database.prepare("UPDATE fences SET last = last + 1 RETURNING last");
  const setFence = database.prepare("UPDATE threads SET fence = ? WHERE thread_id = ?");
  const raise = database.transaction((threadId: string) => {
    const { last } = nextFence.get() as { last: number }; // the table's only row
    setFence.run(last, threadId);
    return last;
  }).immediate;

  return {
    async fence(threadId) {
      return raise(threadId);
    },

    async insert(run) {
      insert.run(
        run.run_id,
        run.thread_id,
        run.assistant_id,
        run.status,
        run.created_at,
        run.updated_at,
        JSON.stringify(run.metadata ?? {}),
        run.multitask_strategy ?? "reject",
        JSON.stringify(run.kwargs),
        run.idempotency?.key ?? null,
        run.idempotency?.digest ?? null,
      );
    },

    async get(threadId, runId) {
      const row = select.get(runId, threadId) as RunRow | undefined; // the table's columns
      return row && toRun(row);
    },

    async list(threadId, { limit, offset, status }) {
      const condition = status ? "AND status = ?" : "";
      const sql = `SELECT * FROM runs WHERE thread_id = ? ${condition} ORDER BY position DESC LIMIT ? OFFSET ?`;
      const rows = database.prepare(sql).all(threadId, ...(status ? [status] : []), limit, offset);
      return (rows as RunRow[]).map(toRun);
    },

    async setStatus(runId, status, error) {
      setStatus.run(status, error ? JSON.stringify(error) : null, new Date().toISOString(), runId);
    },

    async threadOf(runId) {
      const row = selectThread.get(runId) as { thread_id: string } | undefined; // the column named above
      return row?.thread_id;
    },

    async delete(threadId, runId) {
      return remove.run(runId, threadId).changes > 0;
    },

    async idsOf(threadId) {
      const rows = selectIds.all(threadId) as { run_id: string }[]; // the column named above
      return rows.map(({ run_id }) => run_id);
    },

    async findByKey(threadId, key) {
      const row = selectByKey.get(threadId, key) as RunRow | undefined; // the table's columns
      return row && { run: toRun(row), digest: row.request_digest ?? "" };
    },
  };
}

function toRun(row: RunRow): Run {
  return {
    run_id: row.run_id,
    thread_id: row.thread_id,
    assistant_id: row.assistant_id,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
    metadata: JSON.parse(row.metadata),
    multitask_strategy: row.multitask_strategy,
    kwargs: JSON.parse(row.kwargs),
    ...(row.error === null ? {} : { error: JSON.parse(row.error) }),
  };
}

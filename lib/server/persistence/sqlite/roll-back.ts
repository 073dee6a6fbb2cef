import type { Database } from "better-sqlite3";
import type { RollBack } from "../storage";

type WriteRow = Record<string, unknown>;

const COLUMNS = [
  "thread_id",
  "checkpoint_ns",
  "checkpoint_id",
  "task_id",
  "idx",
  "task_path",
  "channel",
  "type",
  "value",
  "lists",
];
const AT_MARK = "(checkpoint_id >= ? OR checkpoint_id = ?)";

/** Takes back what a run wrote. Checkpoint ids sort in time order, so what a run added is what sorts after the mark. */
export function createRollBack(database: Database): RollBack {
  // two looks into the index: one over all namespaces would read every checkpoint of the thread
  const lastOfRoot = database.prepare(
    "SELECT max(checkpoint_id) AS id FROM thread_checkpoints WHERE thread_id = ? AND checkpoint_ns = ''",
  );
  const lastOfOthers = database.prepare(
    "SELECT max(checkpoint_id) AS id FROM thread_checkpoints WHERE thread_id = ? AND checkpoint_ns > ''",
  );
  // a run answers what waits at the root's last checkpoint, in subgraphs begun since, and where it forks from
  const writesAt = database.prepare(`SELECT * FROM checkpoint_writes WHERE thread_id = ? AND ${AT_MARK}`);
  const removeWrites = database.prepare(`DELETE FROM checkpoint_writes WHERE thread_id = ? AND ${AT_MARK}`);
  const removeCheckpoints = database.prepare(
    "DELETE FROM thread_checkpoints WHERE thread_id = ? AND checkpoint_id > ?",
  );
  const removeRun = database.prepare("DELETE FROM runs WHERE thread_id = ? AND run_id = ?");
  const removeValues = database.prepare("DELETE FROM thread_values WHERE thread_id = ?");
  const restoreWrite = database.prepare(
    `INSERT INTO checkpoint_writes (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})`,
  );

  const restore = (rows: readonly WriteRow[]) => {
    for (const row of rows) restoreWrite.run(...COLUMNS.map((column) => row[column]));
  };

  return {
    async mark(threadId, from = "") {
      const [root, other] = [lastOfRoot, lastOfOthers].map(
        (statement) => (statement.get(threadId) as { id: string | null }).id ?? "", // an aggregate is always one row
      ) as [string, string];
      const lastCheckpointId = [root, other].sort().at(-1) ?? "";
      const writes = writesAt.all(threadId, root, from) as WriteRow[];
      return { lastCheckpointId, rootCheckpointId: root, from, writes };
    },

    async rollBack(threadId, runId, { lastCheckpointId, rootCheckpointId, from, writes }) {
      database
        .transaction(() => {
          removeCheckpoints.run(threadId, lastCheckpointId);
          removeWrites.run(threadId, rootCheckpointId, from);
          restore(writes);
          removeValues.run(threadId);
          removeRun.run(threadId, runId);
        })
        .immediate();
    },

    async discardWrites(threadId, mark) {
      const { id } = lastOfRoot.get(threadId) as { id: string | null }; // an aggregate is always one row
      if (id === null) return undefined;
      const kept = (mark?.writes ?? []).filter((row) => String(row.checkpoint_id) >= id);
      const replace = database.transaction((rows: readonly WriteRow[]) => {
        removeWrites.run(threadId, id, id);
        restore(rows);
      });
      const found = writesAt.all(threadId, id, id) as WriteRow[];
      if (found.length <= kept.length) return undefined;
      replace.immediate(kept);
      return { undo: async () => replace.immediate(found) };
    },
  };
}

import type { Database } from "better-sqlite3";

/** What a kept checkpoint is kept for. 0 is one that no settled run has looked at yet. */
const ROLE = { end: 1, branchPoint: 2 } as const;

type Row = {
  checkpoint_id: string;
  parent_id: string | null;
  source: string | null;
  role: number;
};

/** How a run left its thread, as far as it matters for what is kept. */
export type PruneRequest = {
  readonly threadId: string;
  /** Steps are left to do, so that what subgraphs have saved of them is needed. */
  readonly isPaused: boolean;
  /** Checkpoints before this time are forgotten, except the last of the thread. */
  readonly keepSinceMs?: number | undefined;
};

/**
 * Removes what neither history nor branches need, after a run has settled. Of each turn stay its end, the checkpoint
 * that holds the person's message and nothing else of the turn (where "try again" branches off), and every
 * checkpoint with several children; the first of the thread stays too. Parents are re-linked to what is kept.
 * Costs in proportion to what the run wrote.
 */
export function createPrune(database: Database): (request: PruneRequest) => void {
  const unsettled = database.prepare(`
    SELECT checkpoint_id, parent_id, source, role FROM thread_checkpoints
    WHERE thread_id = ? AND checkpoint_ns = '' AND role = 0 ORDER BY checkpoint_id`);
  const byId = database.prepare(`
    SELECT checkpoint_id, parent_id, source, role FROM thread_checkpoints
    WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?`);
  const childCount = database.prepare(
    "SELECT count(*) AS count FROM thread_checkpoints WHERE thread_id = ? AND checkpoint_ns = '' AND parent_id = ?",
  );
  const lastId = database.prepare(
    "SELECT max(checkpoint_id) AS id FROM thread_checkpoints WHERE thread_id = ? AND checkpoint_ns = ''",
  );
  const setRole = database.prepare(
    "UPDATE thread_checkpoints SET role = ? WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?",
  );
  const adopt = database.prepare(
    "UPDATE thread_checkpoints SET parent_id = ? WHERE thread_id = ? AND checkpoint_ns = '' AND parent_id = ?",
  );
  const remove = database.prepare(
    "DELETE FROM thread_checkpoints WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?",
  );
  const removeWrites = database.prepare(
    "DELETE FROM checkpoint_writes WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?",
  );
  const old = database.prepare(`
    SELECT checkpoint_id, parent_id, source, role FROM thread_checkpoints
    WHERE thread_id = ? AND checkpoint_ns = '' AND created_at_ms < ? ORDER BY checkpoint_id`);
  const waitingElsewhere = database.prepare(`
    SELECT 1 FROM checkpoint_writes WHERE thread_id = ? AND checkpoint_ns = '' AND channel = '__interrupt__'
    AND checkpoint_id <> ? LIMIT 1`);
  const removeNamespaces = ["thread_checkpoints", "checkpoint_writes"].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE thread_id = ? AND checkpoint_ns > '' AND checkpoint_ns LIKE '%:%'`),
  );

  function forget(threadId: string, row: Row): void {
    adopt.run(row.parent_id, threadId, row.checkpoint_id);
    removeWrites.run(threadId, row.checkpoint_id);
    remove.run(threadId, row.checkpoint_id);
  }

  function childrenOf(threadId: string, checkpointId: string): number {
    return (childCount.get(threadId, checkpointId) as { count: number }).count;
  }

  function settleTurn(threadId: string, rows: readonly Row[]): void {
    const sources = new Map(rows.map((row) => [row.checkpoint_id, row.source]));
    const endedByInput = new Set(rows.filter((row) => row.source === "input").map((row) => row.parent_id));
    for (const row of rows) {
      const children = childrenOf(threadId, row.checkpoint_id);
      const isFirst = row.parent_id === null;
      // the input itself is applied by the step after the one that announces it
      const holdsQuestion = row.source === "loop" && sources.get(row.parent_id ?? "") === "input";
      if (children === 0 || endedByInput.has(row.checkpoint_id)) setRole.run(ROLE.end, threadId, row.checkpoint_id);
      else if (isFirst || holdsQuestion || children > 1) {
        setRole.run(ROLE.branchPoint, threadId, row.checkpoint_id);
        removeWrites.run(threadId, row.checkpoint_id);
      }
    }
    const start = rows[0]?.parent_id ? (byId.get(threadId, rows[0].parent_id) as Row | undefined) : undefined;
    for (const row of rows) {
      const settled = byId.get(threadId, row.checkpoint_id) as Row;
      if (settled.role === 0) forget(threadId, settled);
    }
    if (!start) return;
    // where a turn paused and was resumed is the middle of that turn
    const isContinued = start.role === ROLE.end && rows[0]?.source !== "input";
    if (isContinued && childrenOf(threadId, start.checkpoint_id) === 1) forget(threadId, start);
    else removeWrites.run(threadId, start.checkpoint_id);
  }

  const prune = database.transaction(({ threadId, isPaused, keepSinceMs }: PruneRequest) => {
    settleTurn(threadId, unsettled.all(threadId) as Row[]);
    const { id: last } = lastId.get(threadId) as { id: string | null };
    if (last === null) return;
    if (keepSinceMs !== undefined) {
      const expired = (old.all(threadId, keepSinceMs) as Row[]).filter((row) => row.checkpoint_id !== last);
      for (const { checkpoint_id } of expired) forget(threadId, byId.get(threadId, checkpoint_id) as Row);
      if (expired.length > 0) removeUnusedLists(database, threadId);
    }
    if (isPaused || waitingElsewhere.get(threadId, last)) return;
    for (const statement of removeNamespaces) statement.run(threadId);
  });
  return prune.immediate;
}

/** Removes messages that no checkpoint of a thread leads to any more. Costs in proportion to the thread. */
function removeUnusedLists(database: Database, threadId: string): void {
  database
    .prepare(`
      WITH RECURSIVE used (list_id) AS (
        SELECT l.value FROM thread_checkpoints AS c, json_each(c.lists) AS l WHERE c.thread_id = @threadId
        UNION
        SELECT m.parent_id FROM message_lists AS m JOIN used ON m.list_id = used.list_id WHERE m.parent_id IS NOT NULL
      ) DELETE FROM message_lists WHERE thread_id = @threadId AND list_id NOT IN (SELECT list_id FROM used)`)
    .run({ threadId });
}

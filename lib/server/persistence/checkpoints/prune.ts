import type { Database } from "better-sqlite3";
import { planPrune, type TurnNode } from "../history/prune-plan";
import { createBeforeFailures } from "./before-failures";

/** How a run left its thread, as far as it matters for what is kept. */
export type PruneRequest = {
  readonly threadId: string;
  /** Steps are left to do, so that what subgraphs have saved of them is needed. */
  readonly isPaused: boolean;
  /** Checkpoints before this time are forgotten, except the last of the thread. */
  readonly keepSinceMs?: number | undefined;
};

/** Prunes the checkpoints in SQLite. Costs in proportion to what the run wrote. */
export function createPrune(database: Database): (request: PruneRequest) => void {
  const node = `SELECT checkpoint_id, parent_id, source, role, (
      SELECT count(*) FROM thread_checkpoints AS child
      WHERE child.thread_id = c.thread_id AND child.checkpoint_ns = '' AND child.parent_id = c.checkpoint_id
    ) AS children FROM thread_checkpoints AS c WHERE thread_id = ? AND checkpoint_ns = ''`;
  const unsettled = database.prepare(`${node} AND role = 0 ORDER BY checkpoint_id`);
  const byId = database.prepare(`${node} AND checkpoint_id = ?`);
  const lastId = database.prepare(
    "SELECT max(checkpoint_id) AS id FROM thread_checkpoints WHERE thread_id = ? AND checkpoint_ns = ''",
  );
  const setRole = database.prepare(
    "UPDATE thread_checkpoints SET role = ? WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?",
  );
  const parentOf =
    "SELECT parent_id FROM thread_checkpoints WHERE thread_id = @threadId AND checkpoint_ns = '' AND checkpoint_id = @id";
  const adopt = database.prepare(`
    UPDATE thread_checkpoints SET parent_id = (${parentOf})
    WHERE thread_id = @threadId AND checkpoint_ns = '' AND parent_id = @id`);
  const remove = database.prepare(
    "DELETE FROM thread_checkpoints WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?",
  );
  const removeWrites = database.prepare(
    "DELETE FROM checkpoint_writes WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?",
  );
  const old = database.prepare(`
    SELECT checkpoint_id FROM thread_checkpoints
    WHERE thread_id = ? AND checkpoint_ns = '' AND created_at_ms < ? AND checkpoint_id <> ? ORDER BY checkpoint_id`);
  const waitingElsewhere = database.prepare(`
    SELECT 1 FROM checkpoint_writes WHERE thread_id = ? AND checkpoint_ns = '' AND channel = '__interrupt__'
    AND checkpoint_id <> ? LIMIT 1`);
  const removeNamespaces = ["thread_checkpoints", "checkpoint_writes"].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE thread_id = ? AND checkpoint_ns > '' AND checkpoint_ns LIKE '%:%'`),
  );

  const before = createBeforeFailures(database);

  function forget(threadId: string, id: string): void {
    adopt.run({ threadId, id });
    removeWrites.run(threadId, id);
    remove.run(threadId, id);
  }

  function settleTurn(threadId: string): void {
    const turn = unsettled.all(threadId) as TurnNode[]; // the columns named above
    const startId = turn[0]?.parent_id;
    const start = startId ? (byId.get(threadId, startId) as TurnNode | undefined) : undefined;
    const plan = planPrune(turn, start, before(threadId, start ? [start, ...turn] : turn));
    for (const { id, role } of plan.keep) setRole.run(role, threadId, id);
    for (const id of plan.clearWrites) removeWrites.run(threadId, id);
    for (const id of plan.forget) forget(threadId, id);
  }

  const prune = database.transaction(({ threadId, isPaused, keepSinceMs }: PruneRequest) => {
    settleTurn(threadId);
    const { id: last } = lastId.get(threadId) as { id: string | null };
    if (last === null) return;
    if (keepSinceMs !== undefined) {
      const expired = old.all(threadId, keepSinceMs, last) as { checkpoint_id: string }[];
      for (const { checkpoint_id } of expired) forget(threadId, checkpoint_id);
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

import type { Database } from "better-sqlite3";
import type { TreeNode } from "../history/checkpoint-tree";

/**
 * Finds where the calls came in that a tool of the server failed at, among `nodes` (oldest first) and the messages that came
 * with them. Failures that our server marks (declined, cancelled, in the browser) are no such tool's. Costs in proportion to
 * the messages of these nodes.
 */
export function createBeforeFailures(
  database: Database,
): (threadId: string, nodes: readonly TreeNode[]) => ReadonlySet<string> {
  const listOf = database.prepare(`
    SELECT lists ->> '$.messages' AS list_id FROM thread_checkpoints
    WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?`);
  // a stored list holds what is new in it: a call came in with the lowest list that has its message; other branches do not count
  const origins = database.prepare(`
    WITH RECURSIVE chain (list_id, parent_id, items) AS (
      SELECT list_id, parent_id, items FROM message_lists WHERE list_id = @head
      UNION ALL
      SELECT l.list_id, l.parent_id, l.items
      FROM message_lists AS l JOIN chain ON l.list_id = chain.parent_id AND chain.list_id > @from
    ), added (list_id, message) AS (
      SELECT list_id, item.value FROM chain, json_each(chain.items) AS item
    ), failed (call_id) AS (
      SELECT message ->> '$.kwargs.tool_call_id' FROM added
      WHERE message ->> '$.kwargs.status' = 'error'
      AND message ->> '$.kwargs.additional_kwargs.toolweave.code' IS NULL
    )
    SELECT min(list_id) AS list_id FROM added, json_each(message, '$.kwargs.tool_calls') AS call
    WHERE call.value ->> '$.id' IN (SELECT call_id FROM failed) GROUP BY call.value ->> '$.id'`);

  return (threadId, nodes) => {
    const listed = nodes.map(({ checkpoint_id: id, source }) => {
      const row = listOf.get(threadId, id) as { list_id: number | null } | undefined; // the column named above
      return { id, source, listId: row?.list_id ?? 0 };
    });
    const [from, head] = [listed[0]?.listId ?? 0, listed.at(-1)?.listId ?? 0];
    const found = origins.all({ head, from }) as { list_id: number }[]; // the column named above
    return new Set(
      found.flatMap(({ list_id }) => {
        const place = listed.find(({ listId }) => listId >= list_id);
        return place === undefined || place.source === "fork" ? [] : place.id; // a fork repeats the place before it
      }),
    );
  };
}

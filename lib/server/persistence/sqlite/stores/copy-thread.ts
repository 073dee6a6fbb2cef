import type { Database } from "better-sqlite3";

type ListRow = { list_id: number; parent_id: number | null; kept: number; items: string };
type CheckpointRow = { checkpoint_ns: string; checkpoint_id: string; lists: string };
type WriteRow = CheckpointRow & { task_id: string; idx: number };

/** Copies a thread with its checkpoints, all or nothing; its runs and claims are not copied. */
export function copyThread(database: Database, from: string, to: string): void {
  database
    .transaction(() => {
      copyRows(database, from, to);
      copyLists(database, from, to);
    })
    .immediate();
}

function copyRows(database: Database, from: string, to: string): void {
  const now = new Date().toISOString();
  database
    .prepare(`
      INSERT INTO threads (thread_id, user_id, created_at, updated_at, status, metadata, interrupts)
      SELECT ?, user_id, ?, ?, CASE status WHEN 'busy' THEN 'idle' ELSE status END, metadata, interrupts
      FROM threads WHERE thread_id = ?`)
    .run(to, now, now, from);
  database
    .prepare(`
      INSERT INTO thread_values (thread_id, json, lists)
      SELECT ?, json, lists FROM thread_values WHERE thread_id = ?`)
    .run(to, from);
  // what a copied checkpoint says about itself names the thread that it is in
  const metadata = `CASE WHEN json_extract(metadata, '$.thread_id') IS NULL THEN metadata
    ELSE json_set(metadata, '$.thread_id', ?) END`;
  database
    .prepare(`
      INSERT INTO thread_checkpoints
        (thread_id, checkpoint_ns, checkpoint_id, parent_id, body, lists, metadata, source, role, created_at_ms)
      SELECT ?, checkpoint_ns, checkpoint_id, parent_id, body, lists, ${metadata}, source, role, created_at_ms
      FROM thread_checkpoints WHERE thread_id = ?`)
    .run(to, to, from);
  database
    .prepare(`
      INSERT INTO checkpoint_writes
        (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, task_path, channel, type, value, lists)
      SELECT ?, checkpoint_ns, checkpoint_id, task_id, idx, task_path, channel, type, value, lists
      FROM checkpoint_writes WHERE thread_id = ?`)
    .run(to, from);
}

/** Each thread has its message lists to itself, so that one can be removed without the other. */
function copyLists(database: Database, from: string, to: string): void {
  const insert = database.prepare("INSERT INTO message_lists (thread_id, parent_id, kept, items) VALUES (?, ?, ?, ?)");
  const copies = new Map<number, number>();
  const lists = database.prepare("SELECT * FROM message_lists WHERE thread_id = ? ORDER BY list_id").all(from);
  for (const { list_id, parent_id, kept, items } of lists as ListRow[]) {
    const parent = parent_id === null ? null : (copies.get(parent_id) ?? null); // a parent is older than its child
    copies.set(list_id, Number(insert.run(to, parent, kept, items).lastInsertRowid));
  }
  const toCopies = (own: string) => {
    const ids = Object.entries(JSON.parse(own) as Record<string, number>); // written by the saver
    return JSON.stringify(Object.fromEntries(ids.map(([place, id]) => [place, copies.get(id)])));
  };
  const setLists = database.prepare(
    "UPDATE thread_checkpoints SET lists = ? WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?",
  );
  const checkpoints = database.prepare("SELECT * FROM thread_checkpoints WHERE thread_id = ?").all(to);
  for (const { checkpoint_ns, checkpoint_id, lists } of checkpoints as CheckpointRow[]) {
    setLists.run(toCopies(lists), to, checkpoint_ns, checkpoint_id);
  }
  const setWriteLists = database.prepare(`
    UPDATE checkpoint_writes SET lists = ?
    WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? AND task_id = ? AND idx = ?`);
  const writes = database.prepare("SELECT * FROM checkpoint_writes WHERE thread_id = ? AND lists <> '{}'").all(to);
  for (const { checkpoint_ns, checkpoint_id, task_id, idx, lists } of writes as WriteRow[]) {
    setWriteLists.run(toCopies(lists), to, checkpoint_ns, checkpoint_id, task_id, idx);
  }
}

import type { Database } from "better-sqlite3";

type StockRow = {
  thread_id: string;
  checkpoint_ns: string;
  checkpoint_id: string;
  parent_checkpoint_id: string | null;
  checkpoint: Uint8Array | string;
  metadata: Uint8Array | string;
};
type StockCheckpoint = { ts: string; channel_values: Record<string, unknown> };
type KnownList = { readonly listId: number; readonly items: readonly string[] };

/**
 * Takes over what LangGraph's own SQLite saver left in a folder of version 1 or 2, then removes its tables.
 * Values stay in the form in which they were stored. Must be called in a transaction.
 */
export function adoptStockCheckpoints(database: Database): void {
  const hasTable = (name: string) =>
    database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
  if (hasTable("checkpoints")) {
    adoptCheckpoints(database);
    database.exec("DROP TABLE checkpoints");
  }
  if (!hasTable("writes")) return;
  database.exec(`
    INSERT INTO checkpoint_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value)
    SELECT thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, coalesce(type, 'json'),
      CASE coalesce(type, 'json') WHEN 'json' THEN CAST(value AS TEXT) ELSE value END FROM writes;
    DROP TABLE writes;`);
}

function adoptCheckpoints(database: Database): void {
  const insertList = database.prepare(
    "INSERT INTO message_lists (thread_id, parent_id, kept, items) VALUES (?, ?, ?, ?)",
  );
  const insert = database.prepare(`
    INSERT INTO thread_checkpoints
      (thread_id, checkpoint_ns, checkpoint_id, parent_id, body, lists, metadata, source, created_at_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const lastLists = new Map<string, KnownList>();

  function adoptList(threadId: string, place: string, value: readonly unknown[]): number {
    const items = value.map((item) => JSON.stringify(item));
    const before = lastLists.get(place);
    let kept = 0;
    while (before && kept < items.length && items[kept] === before.items[kept]) kept += 1;
    const parent = kept === 0 ? null : (before?.listId ?? null);
    const text = `[${items.slice(kept).join(",")}]`;
    const listId = Number(insertList.run(threadId, parent, kept, text).lastInsertRowid);
    lastLists.set(place, { listId, items });
    return listId;
  }

  const ids = database.prepare("SELECT rowid AS id FROM checkpoints ORDER BY thread_id, checkpoint_id").all();
  const select = database.prepare("SELECT * FROM checkpoints WHERE rowid = ?");
  for (const { id } of ids as { id: number }[]) {
    const row = select.get(id) as StockRow; // one at a time: each holds a whole state
    const checkpoint: StockCheckpoint = JSON.parse(toText(row.checkpoint));
    const lists: Record<string, number> = {};
    const rest: Record<string, unknown> = {};
    for (const [channel, value] of Object.entries(checkpoint.channel_values)) {
      const place = JSON.stringify([row.thread_id, row.checkpoint_ns, channel]);
      if (isMessageList(value)) lists[channel] = adoptList(row.thread_id, place, value);
      else rest[channel] = value;
    }
    const metadata = toText(row.metadata);
    const { source } = JSON.parse(metadata) as { source?: string };
    insert.run(
      row.thread_id,
      row.checkpoint_ns,
      row.checkpoint_id,
      row.parent_checkpoint_id,
      JSON.stringify({ ...checkpoint, channel_values: rest }),
      JSON.stringify(lists),
      metadata,
      source ?? null,
      Date.parse(checkpoint.ts) || Date.now(),
    );
  }
}

function toText(value: Uint8Array | string): string {
  return typeof value === "string" ? value : new TextDecoder().decode(value);
}

/** Serialized messages, as LangChain writes them. */
function isMessageList(value: unknown): value is unknown[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item: { lc?: unknown; id?: unknown } | null) => {
      return item?.lc === 1 && Array.isArray(item.id) && item.id.includes("messages");
    })
  );
}

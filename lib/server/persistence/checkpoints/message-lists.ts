import { BaseMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Database } from "better-sqlite3";
import { isUnchanged, remember } from "./message-marks";

type SerializerProtocol = BaseCheckpointSaver["serde"];

/** A stored list: `kept` items of its parent's list, and after them its own. */
type ListRow = { kept: number; items: string };
type CachedList = { readonly items: readonly BaseMessage[]; readonly bytes: number };

/** Lists that were read or written last stay in memory, so that a turn costs what it adds. */
const MAX_CACHED_LISTS = 64;
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/**
 * Lists of messages, stored as what each adds to the one before it: a thread costs its messages once, however many
 * checkpoints hold them. A stored list never changes. `write` costs in proportion to what is new.
 */
export type MessageLists = {
  /** The id of a stored list with these items; `base` is the list that it probably continues. */
  write(threadId: string, items: readonly BaseMessage[], base: number | undefined): Promise<number>;
  /** A new array each time; the messages in it are shared and must not be changed. */
  read(listId: number): Promise<BaseMessage[]>;
};

/** What is stored as a list of messages; everything else stays inside its checkpoint. */
export function isMessageList(value: unknown): value is BaseMessage[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => BaseMessage.isInstance(item));
}

/** Message lists in SQLite. */
export function createMessageLists(database: Database, serde: SerializerProtocol): MessageLists {
  const insert = database.prepare(
    "INSERT INTO message_lists (thread_id, parent_id, kept, items) VALUES (?, ?, ?, ?) RETURNING list_id",
  );
  const chain = database.prepare(`
    WITH RECURSIVE chain (list_id, parent_id, kept, items, depth) AS (
      SELECT list_id, parent_id, kept, items, 0 FROM message_lists WHERE list_id = ?
      UNION ALL
      SELECT l.list_id, l.parent_id, l.kept, l.items, depth + 1
      FROM message_lists AS l JOIN chain ON l.list_id = chain.parent_id
    ) SELECT kept, items FROM chain ORDER BY depth DESC`);
  const cache = new Map<number, CachedList>();
  let cachedBytes = 0;

  function keep(listId: number, list: CachedList): void {
    cachedBytes += list.bytes - (cache.get(listId)?.bytes ?? 0);
    cache.delete(listId);
    cache.set(listId, list);
    for (const [oldest, { bytes }] of cache) {
      if (oldest === listId || (cache.size <= MAX_CACHED_LISTS && cachedBytes <= MAX_CACHED_BYTES)) return;
      cache.delete(oldest);
      cachedBytes -= bytes;
    }
  }

  async function load(listId: number): Promise<CachedList> {
    const known = cache.get(listId);
    if (known) {
      keep(listId, known);
      return known;
    }
    const rows = chain.all(listId) as ListRow[]; // the columns named above
    const items: BaseMessage[] = [];
    let bytes = 0;
    for (const row of rows) {
      items.length = row.kept;
      items.push(...((await serde.loadsTyped("json", row.items)) as BaseMessage[])); // written by `write`
      bytes += row.items.length;
    }
    items.forEach(remember);
    const list = { items, bytes };
    keep(listId, list);
    return list;
  }

  return {
    async write(threadId, items, base) {
      const before = base === undefined ? undefined : await load(base);
      const kept = before ? await commonPrefix(before.items, items, serde) : 0;
      if (base !== undefined && before && kept === items.length && kept === before.items.length) return base;
      const [, bytes] = await serde.dumpsTyped(items.slice(kept));
      const text = new TextDecoder().decode(bytes);
      const row = insert.get(threadId, kept === 0 ? null : base, kept, text) as { list_id: number };
      items.forEach(remember);
      keep(row.list_id, { items: [...items], bytes: text.length + (before?.bytes ?? 0) });
      return row.list_id;
    },
    async read(listId) {
      return [...(await load(listId)).items];
    },
  };
}

/** Objects that are the same need no look inside; others are compared as they would be stored. */
async function commonPrefix(
  before: readonly BaseMessage[],
  after: readonly BaseMessage[],
  serde: SerializerProtocol,
): Promise<number> {
  const limit = Math.min(before.length, after.length);
  for (let index = 0; index < limit; index += 1) {
    const [old, current] = [before[index], after[index]];
    if (!old || !current) return index;
    if (old === current && isUnchanged(current)) continue;
    if (old === current || old.id !== current.id) return index;
    const [[, oldBytes], [, newBytes]] = await Promise.all([serde.dumpsTyped(old), serde.dumpsTyped(current)]);
    if (!Buffer.from(oldBytes).equals(newBytes)) return index;
  }
  return limit;
}

import { BaseMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Database } from "better-sqlite3";
import { isUnchanged, type MessageMark, markOf } from "./message-marks";

type SerializerProtocol = BaseCheckpointSaver["serde"];

/** A stored list: `kept` items of its parent's list, and after them its own. */
type ListRow = { parent_id: number | null; kept: number; items: string };
type CachedList = {
  readonly items: readonly BaseMessage[];
  readonly marks: readonly MessageMark[];
  readonly bytes: number;
};

/** Lists that were read or written last stay in memory, so that a turn costs what it adds. */
const MAX_CACHED_LISTS = 64;
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/**
 * Lists of messages, stored as what each adds to the one before it: a thread costs its messages once, however many
 * checkpoints hold them. A stored list never changes, and storing one costs in proportion to what is new.
 */
export type MessageLists = {
  /**
   * Gets ready to store a list; `base` is the list that it probably continues. What comes back stores it and gives its
   * id: it is for the transaction that stores what names the id. `undefined`: these are not all messages.
   */
  prepare(threadId: string, items: readonly unknown[], base: number | undefined): Promise<(() => number) | undefined>;
  /** What `items` adds to a stored list; `undefined` when they do not begin with the whole of it. */
  added(listId: number, items: readonly BaseMessage[]): Promise<BaseMessage[] | undefined>;
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
  const select = database.prepare("SELECT parent_id, kept, items FROM message_lists WHERE list_id = ?");
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

  /** What a list adds to the nearest one before it that is in memory, oldest first. */
  function lineageOf(listId: number): { before: CachedList | undefined; rows: ListRow[] } {
    const rows: ListRow[] = [];
    let before: CachedList | undefined;
    for (let id: number | null = listId; id !== null && before === undefined; ) {
      const row = select.get(id) as ListRow | undefined; // the columns named above
      if (!row) break;
      rows.push(row);
      id = row.parent_id;
      before = id === null ? undefined : cache.get(id);
    }
    return { before, rows: rows.reverse() };
  }

  async function load(listId: number): Promise<CachedList> {
    const known = cache.get(listId);
    if (known) {
      keep(listId, known);
      return known;
    }
    const { before, rows } = lineageOf(listId);
    const items = [...(before?.items ?? [])];
    const marks = [...(before?.marks ?? [])];
    let bytes = before?.bytes ?? 0;
    for (const row of rows) {
      const added = (await serde.loadsTyped("json", row.items)) as BaseMessage[]; // written by `prepare`
      items.splice(row.kept, Number.POSITIVE_INFINITY, ...added);
      marks.splice(row.kept, Number.POSITIVE_INFINITY, ...added.map(markOf));
      bytes += row.items.length;
    }
    const list = { items, marks, bytes };
    keep(listId, list);
    return list;
  }

  return {
    async prepare(threadId, items, base) {
      const before = base === undefined ? undefined : await load(base);
      const kept = before ? await commonPrefix(before, items, serde) : [];
      const added = items.slice(kept.length);
      if (!added.every((item) => BaseMessage.isInstance(item))) return undefined;
      if (base !== undefined && added.length === 0 && kept.length === before?.items.length) return () => base;
      const marks = [...kept, ...added.map(markOf)];
      const [, json] = await serde.dumpsTyped(added);
      const text = new TextDecoder().decode(json);
      const bytes = text.length + (before?.bytes ?? 0);
      return () => {
        const parent = kept.length === 0 ? null : base;
        const row = insert.get(threadId, parent, kept.length, text) as { list_id: number };
        // an id that a failed transaction takes back is given to the next list, which takes this place
        keep(row.list_id, { items: [...items] as BaseMessage[], marks, bytes });
        return row.list_id;
      };
    },
    async added(listId, items) {
      const before = await load(listId);
      const kept = await commonPrefix(before, items, serde);
      return kept.length === before.items.length ? items.slice(kept.length) : undefined;
    },
    async read(listId) {
      return [...(await load(listId)).items];
    },
  };
}

/**
 * The marks of the messages at the beginning of `after` that are stored already. Objects that are the same need no look
 * inside; others are compared as they would be stored.
 */
async function commonPrefix(
  { items, marks }: CachedList,
  after: readonly unknown[],
  serde: SerializerProtocol,
): Promise<MessageMark[]> {
  const limit = Math.min(items.length, after.length);
  const kept: MessageMark[] = [];
  for (let index = 0; index < limit; index += 1) {
    const [old, mark, current] = [items[index], marks[index], after[index]];
    if (!old || !mark) break;
    if (old === current) {
      if (!isUnchanged(old, mark)) break;
      kept.push(mark);
      continue;
    }
    if (!BaseMessage.isInstance(current) || old.id !== current.id) break;
    const [[, oldBytes], [, newBytes]] = await Promise.all([serde.dumpsTyped(old), serde.dumpsTyped(current)]);
    if (!Buffer.from(oldBytes).equals(newBytes)) break;
    kept.push(markOf(current));
  }
  return kept;
}

import type { Draft } from "./draft";
import { joinDrafts } from "./join-drafts";
import type { OutboxContent } from "./outbox";

/** What a thread keeps in this browser: of each page its own messages, and of all pages together one draft. */
export type OutboxRecord = {
  /** `thread` and `owner`; made by `recordKey`. */
  readonly key: string;
  readonly thread: string;
  /** The page that sends it; empty for the draft that all pages of a thread share. */
  readonly owner: string;
  readonly content: Omit<OutboxContent, "draft">;
  readonly draft: Draft;
  /** Milliseconds since 1970. */
  readonly writtenAtMs: number;
};

/** Where records lie. Each method is one transaction; all may reject. */
export type OutboxShelf = {
  recordsOf(thread: string): Promise<readonly OutboxRecord[]>;
  put(record: OutboxRecord): Promise<void>;
  remove(key: string): Promise<void>;
  /**
   * Gives a record that another page left to `owner`, beside what that has already. Undefined when it is not there any
   * more: of two pages that ask, one gets it.
   */
  adopt(key: string, owner: string): Promise<OutboxRecord | undefined>;
};

/** Of all that is kept the oldest goes first. */
export const MAX_RECORDS = 200;

export function recordKey(thread: string, owner: string): string {
  return JSON.stringify([thread, owner]);
}

/** What the records of a thread are found by; `undefined`: of one that does not exist yet. */
export function outboxThread(scope: string, threadId: string | undefined): string {
  return JSON.stringify([scope, threadId ?? null]);
}

/** An adopted record with what its new owner had: older messages first. */
export function joinRecords(older: OutboxRecord, own: OutboxRecord | undefined, owner: string): OutboxRecord {
  const key = recordKey(older.thread, owner);
  if (own === undefined) return { ...older, key, owner };
  const content = joinContents(older.content, own.content);
  return { ...own, key, owner, content, draft: joinDrafts(older.draft, own.draft) };
}

/** Both, the older first. */
export function joinContents(older: OutboxRecord["content"], newer: OutboxRecord["content"]): OutboxRecord["content"] {
  return {
    queue: [...older.queue, ...newer.queue],
    unsent: [...older.unsent, ...newer.unsent],
    isHeld: older.isHeld || newer.isHeld,
    newThreadId: newer.newThreadId ?? older.newThreadId,
    answers: [...older.answers, ...newer.answers],
    decisions: [...(older.decisions ?? []), ...(newer.decisions ?? [])],
    inputs: [...(older.inputs ?? []), ...(newer.inputs ?? [])],
    departing: [...older.departing, ...newer.departing],
    stop: newer.stop ?? older.stop,
  };
}

/** A shelf for the life of the page. */
export function createMemoryShelf(): OutboxShelf {
  const records = new Map<string, OutboxRecord>();
  return {
    recordsOf: async (thread) => [...records.values()].filter((record) => record.thread === thread),
    put: async (record) => {
      records.delete(record.key);
      records.set(record.key, record);
      const [oldest] = records.keys();
      if (records.size > MAX_RECORDS && oldest !== undefined) records.delete(oldest);
    },
    remove: async (key) => void records.delete(key),
    adopt: async (key, owner) => {
      const left = records.get(key);
      if (left === undefined) return undefined;
      records.delete(key);
      const own = joinRecords(left, records.get(recordKey(left.thread, owner)), owner);
      records.set(own.key, own);
      return left;
    },
  };
}

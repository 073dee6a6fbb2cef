import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { JournalEntry } from "./journal/journal";

/** Everything that the product keeps in this browser. */
export type ToolweaveSchema = DBSchema & {
  journal: { key: string; value: JournalEntry; indexes: { thread: string } };
  consents: { key: string; value: { name: string; givenAt: string } };
  notes: { key: number; value: { id?: number; text: string; saved_at: string } };
};

export type ToolweaveDatabase = IDBPDatabase<ToolweaveSchema>;

const VERSION = 1;
const MAX_OPEN_MS = 3_000;

let opened: Promise<ToolweaveDatabase> | undefined;

/**
 * The one connection of this page to the database "toolweave". Rejects where IndexedDB is missing, forbidden (private
 * windows, partitioned frames) or does not answer within 3,000 ms; the next call then tries again.
 */
export function openDatabase(): Promise<ToolweaveDatabase> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(): Promise<ToolweaveDatabase> {
  if (typeof indexedDB === "undefined") throw new Error("this browser offers no IndexedDB here");
  const opening = openDB<ToolweaveSchema>("toolweave", VERSION, {
    upgrade: (database) => {
      database.createObjectStore("journal", { keyPath: "key" }).createIndex("thread", "threadId");
      database.createObjectStore("consents", { keyPath: "name" });
      database.createObjectStore("notes", { keyPath: "id", autoIncrement: true });
    },
    blocking: (_current, _wanted, event) => {
      // A newer page wants to upgrade; this one opens again when it next needs the database.
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated: () => {
      opened = undefined;
    },
  });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("IndexedDB does not answer")), MAX_OPEN_MS);
  try {
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
  }
}

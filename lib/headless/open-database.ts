import type { DBSchema, IDBPDatabase } from "idb";
import type { JournalEntry } from "./journal/journal";
import { keptDatabase } from "./kept-database";

/** Everything that browser tools keep in this browser. */
export type ToolweaveSchema = DBSchema & {
  journal: { key: string; value: JournalEntry; indexes: { thread: string } };
  consents: { key: string; value: { name: string; givenAt: string } };
  notes: { key: number; value: { id?: number; text: string; saved_at: string } };
};

export type ToolweaveDatabase = IDBPDatabase<ToolweaveSchema>;

/** The one connection of this page to the database "toolweave"; `keptDatabase` says when it rejects. */
export const openDatabase = keptDatabase<ToolweaveSchema>("toolweave", 1, (database) => {
  database.createObjectStore("journal", { keyPath: "key" }).createIndex("thread", "threadId");
  database.createObjectStore("consents", { keyPath: "name" });
  database.createObjectStore("notes", { keyPath: "id", autoIncrement: true });
});

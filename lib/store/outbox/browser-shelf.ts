import { keptDatabase } from "@/lib/headless";
import type { DraftAttachment } from "./draft";
import { joinRecords, MAX_RECORDS, type OutboxShelf, recordKey } from "./outbox-shelf";
import { readOutboxRecord } from "./read-outbox-record";

type Value = string | number | Date;
type OutboxSchema = {
  /** `value` is what some version of this page wrote: it is read anew. */
  records: { key: string; value: object; indexes: { thread: string; time: Value } };
  /** Apart from the text, so that a keystroke does not write files again. */
  attachments: { key: string; value: readonly DraftAttachment[] };
};

const openOutbox = keptDatabase<OutboxSchema>("toolweave-outbox", 1, (database) => {
  const records = database.createObjectStore("records", { keyPath: "key" });
  records.createIndex("thread", "thread");
  records.createIndex("time", "writtenAtMs");
  database.createObjectStore("attachments");
});

const STORES = ["records", "attachments"] as const;

/** Records in the IndexedDB database "toolweave-outbox", files as Blobs. Rejects where there is no IndexedDB. */
export function createBrowserShelf(): OutboxShelf {
  /** The files that this page knows to be kept, by record. */
  const kept = new Map<string, readonly DraftAttachment[]>();

  return {
    recordsOf: async (thread) => {
      const transaction = (await openOutbox()).transaction(STORES, "readonly");
      const found = await transaction.objectStore("records").index("thread").getAll(thread);
      const records = found.flatMap((value) => readOutboxRecord(value) ?? []);
      return await Promise.all(
        records.map(async (record) => {
          const attachments = (await transaction.objectStore("attachments").get(record.key)) ?? [];
          kept.set(record.key, attachments);
          return { ...record, draft: { text: record.draft.text, attachments } };
        }),
      );
    },

    put: async (record) => {
      const { attachments } = record.draft;
      const isSame = (kept.get(record.key) ?? []) === attachments;
      kept.set(record.key, attachments);
      const transaction = (await openOutbox()).transaction(STORES, "readwrite");
      const records = transaction.objectStore("records");
      await records.put({ ...record, draft: { text: record.draft.text } });
      if (!isSame) await transaction.objectStore("attachments").put(attachments, record.key);
      const oldest = (await records.count()) > MAX_RECORDS ? await records.index("time").getKey(anyTime()) : undefined;
      if (oldest !== undefined) {
        await Promise.all([records.delete(oldest), transaction.objectStore("attachments").delete(oldest)]);
      }
      await transaction.done;
    },

    remove: async (key) => {
      kept.delete(key);
      const transaction = (await openOutbox()).transaction(STORES, "readwrite");
      await Promise.all([...STORES.map((store) => transaction.objectStore(store).delete(key)), transaction.done]);
    },

    adopt: async (key, owner) => {
      const transaction = (await openOutbox()).transaction(STORES, "readwrite");
      const records = transaction.objectStore("records");
      const files = transaction.objectStore("attachments");
      const left = readOutboxRecord(await records.get(key));
      if (left === undefined) return undefined;
      const own = joinRecords(left, readOutboxRecord(await records.get(recordKey(left.thread, owner))), owner);
      const attachments = (await files.get(key)) ?? [];
      const all = [...attachments, ...((await files.get(own.key)) ?? [])];
      await records.put({ ...own, draft: { text: own.draft.text } });
      if (attachments.length > 0) await files.put(all, own.key);
      await Promise.all([records.delete(key), files.delete(key), transaction.done]);
      kept.delete(key);
      kept.set(own.key, all);
      return { ...left, draft: { text: left.draft.text, attachments } };
    },
  };
}

/** Every record has a time. */
function anyTime(): IDBKeyRange {
  return IDBKeyRange.lowerBound(0);
}

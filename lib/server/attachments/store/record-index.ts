import type { AttachmentRecord, AttachmentStore } from "./attachment-store";

/** The records of one process, with the answers that need no bytes. */
export type RecordIndex = Pick<AttachmentStore, "get" | "list"> & {
  readonly records: Map<string, AttachmentRecord>;
};

/** `ready`: resolves when `records` holds what was kept. */
export function createRecordIndex(ready: () => Promise<void> = async () => {}): RecordIndex {
  const records = new Map<string, AttachmentRecord>();
  return {
    records,
    get: async (id) => {
      await ready();
      return records.get(id);
    },
    list: async ({ userId, threadId }) => {
      await ready();
      return [...records.values()]
        .filter((record) => userId === undefined || record.userId === userId)
        .filter((record) => threadId === undefined || record.threadIds.includes(threadId))
        .sort((a, b) => a.createdAtMs - b.createdAtMs);
    },
  };
}

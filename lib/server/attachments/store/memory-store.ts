import type { AttachmentStore } from "./attachment-store";
import { createRecordIndex } from "./record-index";

type Parts = { readonly file: Blob; readonly thumbnail: Blob | undefined };

/** Attachments that last as long as the process, for a host that brings a storage of the same kind. */
export function createMemoryAttachments(): AttachmentStore {
  const { records, get, list } = createRecordIndex();
  const files = new Map<string, Parts>();
  const remove = (id: string) => {
    files.delete(id);
    return records.delete(id);
  };
  return {
    get,
    list,
    put: async (bytes, complete) => {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of bytes) pieces.push(new Uint8Array(piece));
      const file = new Blob(pieces);
      const { record, thumbnail } = await complete({ size: file.size, read: () => file.stream() });
      files.set(record.id, { file, thumbnail: thumbnail && new Blob([new Uint8Array(thumbnail)]) });
      records.set(record.id, record);
      return record;
    },
    read: async (id, part, range) => {
      const blob = files.get(id)?.[part];
      return (range ? blob?.slice(range.start, range.end + 1) : blob)?.stream();
    },
    changeThreads: async (id, change) => {
      const record = records.get(id);
      const threadIds = record && change(record);
      if (threadIds === undefined || record === undefined) return;
      if (threadIds === null) remove(id);
      else records.set(id, { ...record, threadIds });
    },
    delete: async (id) => remove(id),
  };
}

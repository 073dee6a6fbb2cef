import type { Attachment } from "@/lib/protocol";
import { type BindFiles, createBindFiles } from "./bind-files";
import type { AttachmentRules } from "./limits";
import { noSuchAttachment } from "./refusals";
import type { AttachmentPart, AttachmentRecord, AttachmentStore, ByteRange } from "./store/attachment-store";
import { createReceiver } from "./upload/receive-file";

export type NewAttachment = {
  readonly userId: string;
  /** As its sender calls it. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** What its sender says of its size, to refuse early; `undefined` where nothing is said. */
  readonly declaredBytes?: number | undefined;
};

/** The attachments of a server, as their users may have them. A file of somebody else is not there. */
export type Attachments = {
  readonly rules: AttachmentRules;
  /**
   * Takes a file. Rejects with `too_large` (the file, or all of the user's), `unsupported` (what it is) and `bad_request`
   * (empty, or cut off); then nothing of it is left.
   */
  upload(file: NewAttachment): Promise<Attachment>;
  /** Throws `not_found`. */
  get(userId: string, id: string): Promise<AttachmentRecord>;
  /** Throws `not_found`. */
  read(userId: string, id: string, part: AttachmentPart, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** Throws `not_found`. */
  delete(userId: string, id: string): Promise<void>;
  /** Everything that a user has uploaded, oldest first. */
  listOf(userId: string): Promise<readonly AttachmentRecord[]>;
  /** Deletes everything that a user has uploaded. */
  deleteOf(userId: string): Promise<void>;
  readonly bindFiles: BindFiles;
  /** Takes the files of a thread out of it and keeps them, so that they can be sent once more. */
  releaseFiles(threadId: string): Promise<void>;
};

export function createAttachments(store: AttachmentStore, rules: AttachmentRules): Attachments {
  const receive = createReceiver(store, rules);

  async function get(userId: string, id: string): Promise<AttachmentRecord> {
    const record = await store.get(id);
    if (record?.userId !== userId) throw noSuchAttachment(id);
    return record;
  }

  return {
    rules,
    get,
    upload: async (file) => toAttachment(await receive(file)),
    read: async (userId, id, part, range) => {
      await get(userId, id);
      const stream = await store.read(id, part, range);
      if (stream === undefined) throw noSuchAttachment(id);
      return stream;
    },
    delete: async (userId, id) => {
      await get(userId, id);
      await store.delete(id);
    },
    listOf: (userId) => store.list({ userId }),
    deleteOf: async (userId) => {
      for (const { id } of await store.list({ userId })) await store.delete(id);
    },
    bindFiles: createBindFiles(store),
    releaseFiles: async (threadId) => {
      for (const { id } of await store.list({ threadId })) {
        await store.changeThreads(id, ({ threadIds }) => threadIds.filter((other) => other !== threadId));
      }
    },
  };
}

/** A record as it travels. */
export function toAttachment(record: AttachmentRecord): Attachment {
  const { id, name, kind, mimeType, size, createdAtMs, width, height, hasThumbnail } = record;
  return {
    id,
    url: `/attachments/${id}`,
    name,
    kind,
    mime_type: mimeType,
    size,
    created_at: new Date(createdAtMs).toISOString(),
    ...(width === undefined || height === undefined ? {} : { width, height }),
    has_thumbnail: hasThumbnail,
  };
}

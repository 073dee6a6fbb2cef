import type { AttachmentKind } from "@/lib/protocol";

/** What is remembered of a file. */
export type AttachmentRecord = {
  readonly id: string;
  readonly userId: string;
  /** Threads whose messages hold it; none: uploaded and not sent yet. */
  readonly threadIds: readonly string[];
  readonly name: string;
  readonly kind: AttachmentKind;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  /** Pixels of an image, upright. */
  readonly width?: number;
  readonly height?: number;
  readonly hasThumbnail: boolean;
};

export type AttachmentPart = "file" | "thumbnail";

/** First and last byte, both included. */
export type ByteRange = { readonly start: number; readonly end: number };

/** A file that has been taken in whole and is not kept yet. */
export type StagedFile = {
  readonly size: number;
  /** Where it lies on this machine, so that it need not be in memory to be looked at; `undefined`: it is no file here. */
  readonly path?: string;
  read(): AsyncIterable<Uint8Array>;
};

/** What is to be kept with a file. */
export type KeptFile = { readonly record: AttachmentRecord; readonly thumbnail?: Uint8Array | undefined };

/**
 * Where attachments lie. Nothing is ever held whole in memory by its size alone; every kind of store is put through the
 * same tests (`store/contract.test.ts`).
 */
export type AttachmentStore = {
  /**
   * Takes bytes as they come, then asks `complete` what is to be kept with them, and keeps both in one step: nobody sees half a file.
   * Rejects with whatever `bytes` or `complete` threw, and then leaves nothing behind.
   */
  put(bytes: AsyncIterable<Uint8Array>, complete: (file: StagedFile) => Promise<KeptFile>): Promise<AttachmentRecord>;
  get(id: string): Promise<AttachmentRecord | undefined>;
  /** `undefined`: there is no such file, or it has no thumbnail. */
  read(id: string, part: AttachmentPart, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Oldest first. Without a filter: all. */
  list(filter: { readonly userId?: string; readonly threadId?: string }): Promise<readonly AttachmentRecord[]>;
  /**
   * Changes the threads of one file in one step, whoever else does too. What `change` returns for a file that is not there
   * counts for nothing; `undefined` leaves it as it is, and `null` deletes it. `change` may throw.
   */
  changeThreads(id: string, change: (record: AttachmentRecord) => readonly string[] | null | undefined): Promise<void>;
  /** False when there was none. Where it rejects, the file is as it was. */
  delete(id: string): Promise<boolean>;
  /** Called from time to time: erases what of deleted files could not be erased before. */
  sweep?(): Promise<void>;
};

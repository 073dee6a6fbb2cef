import { isNotFound } from "@/lib/errors";
import type { Attachment } from "@/lib/protocol";
import type { HttpClient } from "../http-client";

/** A file that is to be sent. */
export type FileToSend = { readonly name: string; readonly blob: Blob };

export type UploadOptions = {
  readonly signal?: AbortSignal;
  /** Told how many bytes are on their way, as far as the browser knows. */
  readonly onProgress?: (sentBytes: number) => void;
};

/** Files for messages, on a server that takes them (`GET /info`, `toolweave.attachments`). */
export type AttachmentTransport = {
  /** One try. Rejects with what the server says, `connection_lost`, or the signal's reason. */
  upload(file: FileToSend, options?: UploadOptions): Promise<Attachment>;
  /** False for one that was removed, or is somebody else's. */
  exists(attachmentId: string, signal?: AbortSignal): Promise<boolean>;
  /** One that is not there is fine. */
  remove(attachmentId: string): Promise<void>;
  /** Where a page loads a path that is relative to the api. */
  addressOf(path: string): string;
};

/** Loads what sends files when the first one is sent. */
export function createAttachmentTransport(
  headers: () => Readonly<Record<string, string>>,
  client: HttpClient,
): AttachmentTransport {
  const place = (id: string) => `/attachments/${encodeURIComponent(id)}`;
  return {
    upload: async (file, options = {}) => {
      const { sendFile } = await import("./send-file");
      return sendFile(client.addressOf("/attachments"), headers(), file, options);
    },
    exists: async (id, signal) => {
      try {
        await client.ask(`${place(id)}/info`, { signal });
        return true;
      } catch (error) {
        if (isNotFound(error)) return false;
        throw error;
      }
    },
    remove: async (id) => {
      await client.ask(place(id), { method: "DELETE" }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    },
    addressOf: client.addressOf,
  };
}

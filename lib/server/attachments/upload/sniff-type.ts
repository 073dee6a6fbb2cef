import { fileTypeFromBuffer } from "file-type";
import type { AttachmentKind } from "@/lib/protocol";

/** How much of a file's beginning `sniffType` wants. */
export const HEAD_BYTES = 4_100;

export type SniffedType = { readonly kind: AttachmentKind; readonly mimeType: string };

const KINDS: Readonly<Record<string, SniffedType>> = {
  "image/png": { kind: "image", mimeType: "image/png" },
  "image/jpeg": { kind: "image", mimeType: "image/jpeg" },
  "image/gif": { kind: "image", mimeType: "image/gif" },
  "image/webp": { kind: "image", mimeType: "image/webp" },
  "image/apng": { kind: "image", mimeType: "image/png" },
  "application/pdf": { kind: "pdf", mimeType: "application/pdf" },
  "audio/mpeg": { kind: "audio", mimeType: "audio/mpeg" },
  "audio/wav": { kind: "audio", mimeType: "audio/wav" },
  "audio/ogg": { kind: "audio", mimeType: "audio/ogg" },
  "audio/opus": { kind: "audio", mimeType: "audio/ogg" },
  "audio/flac": { kind: "audio", mimeType: "audio/flac" },
  "audio/aac": { kind: "audio", mimeType: "audio/aac" },
  "audio/mp4": { kind: "audio", mimeType: "audio/mp4" },
  "audio/x-m4a": { kind: "audio", mimeType: "audio/mp4" },
  "video/mp4": { kind: "video", mimeType: "video/mp4" },
  "video/webm": { kind: "video", mimeType: "video/webm" },
};

const TEXT: SniffedType = { kind: "text", mimeType: "text/plain" };
const OTHER: SniffedType = { kind: "other", mimeType: "application/octet-stream" };

/** How a document begins of whose bytes all may be text. A text about such documents may begin with four of them. */
const PDF_HEADER = /^%PDF-\d/;

/**
 * What a file is, by its bytes alone. `isText`: all of it is UTF-8 without a NUL, which no image, sound or archive is, however
 * it begins. HTML, SVG and XML are text and nothing more: they are never served as what could run.
 */
export async function sniffType(head: Uint8Array, isText: boolean): Promise<SniffedType> {
  if (isText && !PDF_HEADER.test(new TextDecoder("latin1").decode(head.subarray(0, 8)))) return TEXT;
  const found = await fileTypeFromBuffer(head);
  const mime = found?.mime.split(";")[0] ?? "";
  return (Object.hasOwn(KINDS, mime) ? KINDS[mime] : undefined) ?? OTHER;
}

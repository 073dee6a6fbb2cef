import type { AttachmentKind } from "@/lib/protocol";
import type { AttachmentRecord } from "../store/attachment-store";

/** A content block of a message that stands for a file. It holds the file's address, never its bytes. */
export type ReferenceBlock = {
  readonly type: "image" | "audio" | "video" | "file" | "text-plain";
  /** Relative to the api. */
  readonly url: string;
  readonly mime_type: string;
  readonly metadata: {
    readonly attachment_id: string;
    readonly name: string;
    readonly kind: AttachmentKind;
    /** Bytes. */
    readonly size: number;
    readonly width?: number;
    readonly height?: number;
    readonly has_thumbnail: boolean;
  };
};

const BLOCK_TYPES: Readonly<Record<AttachmentKind, ReferenceBlock["type"]>> = {
  image: "image",
  audio: "audio",
  video: "video",
  text: "text-plain",
  pdf: "file",
  other: "file",
};

const TYPES: ReadonlySet<unknown> = new Set(Object.values(BLOCK_TYPES));
const URL_PATTERN = /^\/attachments\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** The id of the attachment that a content block names; undefined for every other value. */
export function referencedId(block: unknown): string | undefined {
  if (typeof block !== "object" || block === null || Array.isArray(block)) return undefined;
  const { type, url } = block as { type?: unknown; url?: unknown };
  return TYPES.has(type) && typeof url === "string" ? URL_PATTERN.exec(url)?.[1] : undefined;
}

/** The block that stands for a file: everything in it is what the server knows, nothing what a client said. */
export function toReference(record: AttachmentRecord): ReferenceBlock {
  const { id, name, kind, mimeType, size, width, height, hasThumbnail } = record;
  return {
    type: BLOCK_TYPES[kind],
    url: `/attachments/${id}`,
    mime_type: mimeType,
    metadata: {
      attachment_id: id,
      name,
      kind,
      size,
      ...(width === undefined || height === undefined ? {} : { width, height }),
      has_thumbnail: hasThumbnail,
    },
  };
}

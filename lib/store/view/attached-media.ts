import type { Attachment, AttachmentKind } from "@/lib/protocol";

/** An image, a recording, a video or a file in a message, and where its bytes are. */
export type MessageMedia = {
  readonly kind: AttachmentKind;
  readonly name?: string;
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
  /** Pixels, so that a place is kept until the image is there. */
  readonly width?: number;
  readonly height?: number;
  readonly source: /** A file of this server; `path` is relative to the api. */
    | { readonly type: "attachment"; readonly id: string; readonly path: string; readonly hasThumbnail: boolean }
    /** Somewhere else; whoever shows it judges the address. */
    | { readonly type: "url"; readonly url: string }
    | { readonly type: "data"; readonly base64: string };
};

type Fields = Readonly<Record<string, unknown>>;

const NO_MEDIA: readonly MessageMedia[] = [];
const PATH = /^\/attachments\/([\w-]+)$/;
const KINDS: Readonly<Record<string, AttachmentKind>> = {
  image: "image",
  audio: "audio",
  video: "video",
  file: "other",
  "text-plain": "text",
  image_url: "image",
};

/**
 * The media among a message's content blocks: LangChain's standard blocks, in Python's spelling or JavaScript's, those of
 * before v1, and OpenAI's `image_url`. Always the same empty list where there are none.
 */
export function readMedia(content: unknown): readonly MessageMedia[] {
  if (!Array.isArray(content)) return NO_MEDIA;
  const media = content.flatMap((block) => readBlock(block) ?? []);
  return media.length === 0 ? NO_MEDIA : media;
}

/** What the server made of an upload, as it stands in a message. */
export function mediaOf({
  kind,
  name,
  mime_type,
  size,
  width,
  height,
  id,
  url,
  has_thumbnail,
}: Attachment): MessageMedia {
  return {
    kind,
    name,
    mimeType: mime_type,
    size,
    ...(width && height ? { width, height } : {}),
    source: { type: "attachment", id, path: url, hasThumbnail: has_thumbnail },
  };
}

/** The uploads that stand in a message, as it would be sent with them; undefined where there are none. */
export function attachmentsOf(media: readonly MessageMedia[]): readonly Attachment[] | undefined {
  const found = media.flatMap((one) => attachmentOf(one) ?? []);
  return found.length === 0 ? undefined : found;
}

/** Undefined for media that is not a file of this server. */
function attachmentOf({ kind, name = "", mimeType = "", size = 0, width, height, source }: MessageMedia) {
  if (source.type !== "attachment") return undefined;
  const attachment: Attachment = {
    id: source.id,
    url: source.path,
    name,
    kind,
    mime_type: mimeType,
    size,
    created_at: "",
    ...(width && height ? { width, height } : {}),
    has_thumbnail: source.hasThumbnail,
  };
  return attachment;
}

/** The content block by which a message names an upload. Source: docs/attachments.md. */
export function blockOf({ kind, url, mime_type, id, name, size, width, height, has_thumbnail }: Attachment): Fields {
  const type = kind === "text" ? "text-plain" : kind === "pdf" || kind === "other" ? "file" : kind;
  const pixels = width && height ? { width, height } : {};
  return { type, url, mime_type, metadata: { attachment_id: id, name, kind, size, ...pixels, has_thumbnail } };
}

function readBlock(block: unknown): MessageMedia | undefined {
  const fields = fieldsOf(block);
  const type = textOf(fields.type) ?? "";
  const basic = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (basic === undefined) return undefined;
  const source = sourceOf(fields);
  if (source === undefined) return undefined;
  const about = { ...fieldsOf(fields.extras), ...fieldsOf(fields.metadata) };
  const mimeType = textOf(fields.mime_type) ?? textOf(fields.mimeType);
  const name = textOf(about.name) ?? textOf(about.filename) ?? textOf(fields.title);
  const [size, width, height] = [about.size, about.width, about.height].map(numberOf);
  return {
    kind: basic === "other" && mimeType === "application/pdf" ? "pdf" : basic,
    ...(name === undefined ? {} : { name }),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(size === undefined ? {} : { size }),
    ...(width && height ? { width, height } : {}),
    source:
      source.type === "url" && PATH.test(source.url)
        ? {
            type: "attachment",
            id: PATH.exec(source.url)?.[1] ?? "",
            path: source.url,
            hasThumbnail: about.has_thumbnail === true,
          }
        : source,
  };
}

function sourceOf(fields: Fields): Exclude<MessageMedia["source"], { type: "attachment" }> | undefined {
  const base64 = textOf(fields.base64) ?? textOf(fields.data);
  if (base64) return { type: "data", base64 };
  const url = textOf(fields.url) ?? textOf(fields.image_url) ?? textOf(fieldsOf(fields.image_url).url);
  if (!url) return undefined;
  const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(url) ?? [];
  return data === undefined ? { type: "url", url } : { type: "data", base64: data };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

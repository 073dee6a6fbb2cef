import type { AttachmentKind } from "@/lib/protocol";
import type { AttachmentPart, AttachmentRecord } from "../../attachments";

/** What a browser may show where it stands. HTML and SVG are text here, and text is for download. */
const SHOWN: ReadonlySet<AttachmentKind> = new Set(["image", "audio", "video"]);

/** Opened as a page of its own, a file can do nothing: no script, no form, no request, no origin. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** The headers of a stored file: its type is ours, its name is clean, and what it holds cannot run. */
export function fileHeaders({ id, name, kind, mimeType }: AttachmentRecord, part: AttachmentPart) {
  const isThumbnail = part === "thumbnail";
  return {
    "content-type": isThumbnail ? "image/webp" : typeOf(kind, mimeType),
    "content-disposition": disposition(SHOWN.has(kind) ? "inline" : "attachment", name),
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    // asked for again each time, so that a deleted file is gone, and another person of this browser does not have it; and as it
    // is: a part of a file that were compressed on its way would be a part of nothing
    "cache-control": "private, no-cache, no-transform",
    etag: `"${id}${isThumbnail ? "-thumbnail" : ""}"`,
  };
}

function typeOf(kind: AttachmentKind, mimeType: string): string {
  return kind === "text" ? "text/plain; charset=utf-8" : mimeType;
}

/** Source: RFC 6266. Nothing of the name but letters, digits and `._-` stands there as it is. */
function disposition(type: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._-]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The name in a request's `content-disposition`: `filename*` before `filename`; empty where there is none. */
export function readFileName(header: string | null): string {
  const [, encoded] = /;\s*filename\*\s*=\s*UTF-8''([^;\s]*)/i.exec(header ?? "") ?? [];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return ""; // a percent sign that begins no character
    }
  }
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(header ?? "") ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? token ?? "";
}

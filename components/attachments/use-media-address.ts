import { useMemo } from "react";
import { useAttachmentAddress } from "@/hooks";
import type { MessageMedia } from "@/lib/store";
import { safeUrl } from "../ui/safe-url";
import { useBlobUrl } from "./use-blob-url";

/** Where the bytes of a medium are. */
export type MediaAddress = {
  readonly url: string;
  /** A small picture of an image; absent where none may be shown. */
  readonly thumbnail?: string | undefined;
  /** This server's, or in the message itself: shown without asking. What lies elsewhere is a link. */
  readonly isOwn: boolean;
};

/** Bytes in a message are shown as these types only: none of them can run. */
const SHOWN = /^(image\/(png|jpeg|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;
/** Larger ones are not decoded. */
const MAX_BASE64_CHARACTERS = 28_000_000;

/** Undefined where there is nothing that may be loaded. Every address goes through the page's one judge of them. */
export function useMediaAddress({ source, mimeType = "", kind }: MessageMedia): MediaAddress | undefined {
  const addressOf = useAttachmentAddress();
  const blob = useMemo(
    () => (source.type === "data" ? toBlob(source.base64, mimeType) : undefined),
    [source, mimeType],
  );
  const blobUrl = useBlobUrl(blob);
  switch (source.type) {
    case "attachment": {
      const url = safeUrl(addressOf?.(source.path) ?? "", "download");
      if (!url || addressOf === undefined) return undefined;
      return { url, isOwn: true, thumbnail: source.hasThumbnail ? `${url}/thumbnail` : undefined };
    }
    case "data":
      if (blobUrl === undefined) return undefined;
      return { url: blobUrl, isOwn: true, thumbnail: kind === "image" ? blobUrl : undefined };
    case "url": {
      const url = safeUrl(source.url, "download");
      return url === undefined ? undefined : { url, isOwn: false };
    }
    default:
      return source satisfies never;
  }
}

function toBlob(base64: string, mimeType: string): Blob | undefined {
  const type = SHOWN.test(mimeType) ? mimeType : "application/octet-stream";
  if (base64.length > MAX_BASE64_CHARACTERS) return undefined;
  try {
    return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
  } catch {
    return undefined; // no base64
  }
}

import { buffer } from "node:stream/consumers";
import { createKeyedLock } from "../../keyed-lock";
import type { StagedFile } from "../store/attachment-store";

/** An image with more pixels is kept, but never decoded here: a few kilobytes can unfold into gigabytes. */
const MAX_PIXELS = 40_000_000;
/** Enough for twice the width at which a message shows it. */
const EDGE_PX = 640;
const TIMEOUT_S = 10;
const QUALITY = 80;

export type Thumbnail = { readonly bytes: Uint8Array; readonly width: number; readonly height: number };

/** So many images of one user are decoded or wait for it; what comes beyond is kept as it is. */
const MAX_WAITING = 16;

/** One image of a process at a time: each may take hundreds of megabytes, and one of the few threads that files are read on. */
const inTurn = createKeyedLock();
/** One image of a user at a time stands in that queue: however many somebody sends, the next user's comes after one of them. */
const inTurnOfUser = createKeyedLock();
const waiting = new Map<string, number>();

/**
 * A small WebP of an image, upright and without the original's metadata, with the size of the original. `undefined` where
 * the image is broken, too large to be decoded, or takes too long, and where too many of its user wait already. Loads its
 * native library at first use.
 */
export async function makeThumbnail(file: StagedFile, userId: string): Promise<Thumbnail | undefined> {
  const before = waiting.get(userId) ?? 0;
  if (before >= MAX_WAITING) return undefined;
  waiting.set(userId, before + 1);
  try {
    return await inTurnOfUser(userId, () => inTurn("decoder", () => decode(file)));
  } finally {
    const left = (waiting.get(userId) ?? 1) - 1;
    if (left > 0) waiting.set(userId, left);
    else waiting.delete(userId);
  }
}

async function decode(file: StagedFile): Promise<Thumbnail | undefined> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  try {
    const image = sharp(file.path ?? (await buffer(file.read())), {
      limitInputPixels: MAX_PIXELS,
      failOn: "error",
      sequentialRead: true,
    }).timeout({ seconds: TIMEOUT_S });
    const { autoOrient: original } = await image.metadata();
    const bytes = await image
      .autoOrient()
      .resize({ width: EDGE_PX, height: EDGE_PX, fit: "inside", withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
    return { bytes, width: original.width, height: original.height };
  } catch {
    return undefined; // it stays a file
  }
}

import { ToolweaveError } from "@/lib/errors";
import type { NewAttachment } from "../attachments";
import type { AttachmentRules } from "../limits";
import { fileTooLarge, kindRefused, quotaUsed } from "../refusals";
import type { AttachmentRecord, AttachmentStore, KeptFile, StagedFile } from "../store/attachment-store";
import { makeThumbnail } from "./make-thumbnail";
import { safeName } from "./safe-name";
import { sniffType } from "./sniff-type";
import { watchBytes } from "./watch-bytes";

/** A file costs a quota at least what it takes of a disk. */
const MIN_COST_BYTES = 4_096;

/** Takes files under the rules, as streams; what breaks a rule leaves nothing behind. */
export function createReceiver(store: AttachmentStore, rules: AttachmentRules) {
  /** What files that are just being kept cost, by user: the store does not list them yet. */
  const reserved = new Map<string, number>();

  async function freeBytes(userId: string): Promise<number> {
    const own = await store.list({ userId });
    const kept = own.reduce((total, { size }) => total + costOf(size), 0);
    return rules.quotaBytes - kept - (reserved.get(userId) ?? 0);
  }

  function reserve(userId: string, bytes: number): void {
    const total = (reserved.get(userId) ?? 0) + bytes;
    if (total > 0) reserved.set(userId, total);
    else reserved.delete(userId);
  }

  return async function receive({ userId, name, bytes, declaredBytes = 0 }: NewAttachment): Promise<AttachmentRecord> {
    const room = await freeBytes(userId);
    const maxBytes = Math.min(rules.maxBytes, room);
    const refuse = () => (maxBytes < rules.maxBytes ? quotaUsed(rules.quotaBytes) : fileTooLarge(rules.maxBytes));
    if (declaredBytes > maxBytes || room < MIN_COST_BYTES) throw refuse();
    const watch = watchBytes(maxBytes, refuse);
    let cost = 0;

    async function complete(file: StagedFile): Promise<KeptFile> {
      if (file.size === 0)
        throw new ToolweaveError("bad_request", "The file is empty.", { context: { field: "body" } });
      if (declaredBytes > 0 && file.size !== declaredBytes)
        throw new ToolweaveError(
          "bad_request",
          `The file broke off: ${declaredBytes} bytes were announced and ${file.size} came. Upload it again.`,
          { context: { field: "body" } },
        );
      const { kind, mimeType } = await sniffType(watch.head(), watch.isText());
      if (!rules.kinds.includes(kind)) throw kindRefused(kind, rules.kinds);
      const thumbnail = kind === "image" ? await makeThumbnail(file) : undefined;
      const free = await freeBytes(userId); // others of the user's may have come meanwhile
      if (costOf(file.size) > free) throw quotaUsed(rules.quotaBytes);
      cost = costOf(file.size);
      reserve(userId, cost); // nothing is awaited since the question
      const record: AttachmentRecord = {
        id: crypto.randomUUID(),
        userId,
        threadIds: [],
        name: safeName(name),
        kind,
        mimeType,
        size: file.size,
        createdAtMs: Date.now(),
        hasThumbnail: thumbnail !== undefined,
        ...(thumbnail && { width: thumbnail.width, height: thumbnail.height }),
      };
      return { record, thumbnail: thumbnail?.bytes };
    }

    try {
      return await store.put(watch.pass(bytes), complete);
    } finally {
      reserve(userId, -cost);
    }
  };
}

function costOf(size: number): number {
  return Math.max(size, MIN_COST_BYTES);
}

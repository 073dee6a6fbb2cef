import { ToolweaveError } from "@/lib/errors";
import type { NewAttachment } from "../attachments";
import type { AttachmentRules } from "../limits";
import { fileTooLarge, kindRefused } from "../refusals";
import type { AttachmentRecord, AttachmentStore, KeptFile, StagedFile } from "../store/attachment-store";
import { makeThumbnail } from "./make-thumbnail";
import { createQuota } from "./quota";
import { safeName } from "./safe-name";
import { sniffType } from "./sniff-type";
import { watchBytes } from "./watch-bytes";

/** Takes files under the rules, as streams; what breaks a rule leaves nothing behind. */
export function createReceiver(store: AttachmentStore, rules: AttachmentRules) {
  const quota = createQuota(store, rules.quotaBytes);

  return async function receive({ userId, name, bytes, declaredBytes = 0 }: NewAttachment): Promise<AttachmentRecord> {
    if (declaredBytes > rules.maxBytes) throw fileTooLarge(rules.maxBytes);
    const share = await quota.reserve(userId, declaredBytes);
    const watch = watchBytes(async (total) => {
      if (total > rules.maxBytes) throw fileTooLarge(rules.maxBytes);
      await share.growTo(total); // what was announced is reserved already, and may be a lie
    });

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
      const thumbnail = kind === "image" ? await makeThumbnail(file, userId) : undefined;
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
      await share.release();
    }
  };
}

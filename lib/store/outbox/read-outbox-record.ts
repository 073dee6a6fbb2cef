import { type Attachment, readAttachment } from "@/lib/protocol";
import type { OwnMessage } from "../thread/own-message";
import type { OutboxContent } from "./outbox";
import type { OutboxRecord } from "./outbox-shelf";

const MAX_MESSAGES = 200;

/** A record as some version of this page wrote it; undefined where it is none. Files are kept apart and not read here. */
export function readOutboxRecord(value: unknown): OutboxRecord | undefined {
  const { key, thread, owner, content, draft, writtenAtMs } = fieldsOf(value);
  const { text } = fieldsOf(draft);
  if (typeof key !== "string" || typeof thread !== "string" || typeof owner !== "string") return undefined;
  if (typeof text !== "string" || typeof writtenAtMs !== "number") return undefined;
  const read = readContent(content);
  return read && { key, thread, owner, content: read, draft: { text, attachments: [] }, writtenAtMs };
}

function readContent(value: unknown): Omit<OutboxContent, "draft"> | undefined {
  const { queue, unsent, isHeld, newThreadId } = fieldsOf(value);
  if (!Array.isArray(queue) || !Array.isArray(unsent) || typeof isHeld !== "boolean") return undefined;
  return {
    queue: queue.slice(0, MAX_MESSAGES).flatMap((item) => {
      const { cancelsCalls } = fieldsOf(item);
      return readMessage(item).map((message) => ({ ...message, cancelsCalls: cancelsCalls === true }));
    }),
    unsent: unsent.slice(0, MAX_MESSAGES).flatMap(readMessage),
    isHeld,
    ...(typeof newThreadId === "string" ? { newThreadId } : {}),
  };
}

function readMessage(value: unknown): OwnMessage[] {
  const { id, text, attachments } = fieldsOf(value);
  if (typeof id !== "string" || id === "" || typeof text !== "string") return [];
  const files = Array.isArray(attachments) ? attachments.flatMap(readFile) : [];
  return [files.length === 0 ? { id, text } : { id, text, attachments: files }];
}

function readFile(value: unknown): Attachment[] {
  const read = readAttachment(value);
  return read.success ? [read.data] : [];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

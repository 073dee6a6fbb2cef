import { ToolweaveError } from "@/lib/errors";
import type { AttachmentKind } from "@/lib/protocol";

/** Nothing is there for whoever asks, whatever there is for others. */
export function noSuchAttachment(id: string): ToolweaveError {
  return new ToolweaveError(
    "not_found",
    `Attachment ${id} not found. A file that is not sent is removed after a while: attach it again.`,
    { context: { attachment_id: id } },
  );
}

/** The file belongs to the messages of another thread. */
export function fileNotAttachable(id: string): ToolweaveError {
  return new ToolweaveError("not_found", `Attachment ${id} belongs to another thread. Attach the file here again.`, {
    context: { attachment_id: id },
  });
}

export function fileTooLarge(maxBytes: number): ToolweaveError {
  return new ToolweaveError("too_large", `The file is larger than ${inMegabytes(maxBytes)}. Choose a smaller one.`, {
    context: { max_bytes: maxBytes },
  });
}

export function quotaUsed(quotaBytes: number): ToolweaveError {
  return new ToolweaveError(
    "too_large",
    `Your files would take more than ${inMegabytes(quotaBytes)} together. Delete threads with files you need no more.`,
    { context: { quota_bytes: quotaBytes } },
  );
}

export function kindRefused(kind: AttachmentKind, taken: readonly AttachmentKind[]): ToolweaveError {
  // Its bytes were looked at: the name may say something else.
  const what = kind === "other" ? "What is in this file is of no type that is" : `${KIND_WORDS[kind]} are not`;
  const list = taken.filter((one) => one !== "other").map((one) => KIND_WORDS[one]);
  return new ToolweaveError("unsupported", `${what} taken here. Taken: ${list.join(", ")}.`, {
    context: { kind, field: "body" },
  });
}

/** How a sentence calls a kind of file, in the plural. */
export const KIND_WORDS: Readonly<Record<AttachmentKind, string>> = {
  image: "Images",
  pdf: "PDF files",
  text: "Text files",
  audio: "Audio files",
  video: "Videos",
  other: "Other files",
};

function inMegabytes(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes >= 0.1 ? `${Math.round(megabytes * 10) / 10} MB` : `${bytes} bytes`;
}

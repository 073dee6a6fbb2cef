import type { Attachment } from "@/lib/protocol";

/** A file that belongs to a message which has not been sent. */
export type DraftAttachment = {
  /** Made here; the server gives its own when the file is uploaded. */
  readonly id: string;
  readonly name: string;
  /** The bytes and their media type; kept with the draft over a reload. */
  readonly blob: Blob;
  /** What the server made of it, once it has it. */
  readonly uploaded?: Attachment;
};

/** What stands in a composer. */
export type Draft = { readonly text: string; readonly attachments: readonly DraftAttachment[] };

export const EMPTY_DRAFT: Draft = { text: "", attachments: [] };

export function isEmptyDraft({ text, attachments }: Draft): boolean {
  return text === "" && attachments.length === 0;
}

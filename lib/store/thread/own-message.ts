import type { Attachment } from "@/lib/protocol";

/** A message that the person typed here, with the id that it keeps on the server. Its files are there already. */
export type OwnMessage = {
  readonly id: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[] | undefined;
};

/** The person has not written anything. */
export function isEmptyMessage({ text, attachments = [] }: Omit<OwnMessage, "id">): boolean {
  return text.trim() === "" && attachments.length === 0;
}

/** What a thread is called by whose first message says this. */
export function titleOf({ text, attachments = [] }: Omit<OwnMessage, "id">): string {
  return text.trim() === "" ? (attachments[0]?.name ?? "") : text;
}

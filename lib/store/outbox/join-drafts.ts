import { type Draft, isEmptyDraft } from "./draft";

/** Both, the older first; the same object where the other is empty. */
export function joinDrafts(older: Draft, newer: Draft): Draft {
  if (isEmptyDraft(older)) return newer;
  if (isEmptyDraft(newer)) return older;
  const others = older.attachments.filter(({ id }) => newer.attachments.every((file) => file.id !== id));
  const words = [older.text, newer.text].filter((text) => text.trim() !== "");
  return { text: words.join("\n\n"), attachments: [...others, ...newer.attachments] };
}

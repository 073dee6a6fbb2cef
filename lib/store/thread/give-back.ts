import type { FrameBatcher } from "../frame-batcher";
import { joinDrafts } from "../outbox/join-drafts";
import type { KeptAnswer } from "../outbox/outbox";
import { fail, type ThreadModel } from "./thread-model";

const ANSWERED = "This question was answered meanwhile. What you wrote is in the message box again.";

/** A text that cannot stand where it was meant for goes into the composer, behind what is there. */
export function keepAsDraft({ outbox }: Pick<ThreadModel, "outbox">, words: string): void {
  const { text, attachments } = joinDrafts(outbox.draft(), { text: words, attachments: [] });
  outbox.setDraft(text, attachments);
}

/** The words of answers that are void go back into the composer. True when there were any. */
export function giveBack(model: ThreadModel, answers: readonly KeptAnswer[]): boolean {
  const words = answers.flatMap(({ value }) => (typeof value === "string" && value.trim() !== "" ? value : []));
  if (words.length > 0) keepAsDraft(model, words.join("\n\n"));
  return words.length > 0;
}

/** As `giveBack`, of answers to what turned out not to wait any more: the person is told. */
export function giveBackLate(model: ThreadModel, answers: readonly KeptAnswer[], batcher: FrameBatcher): void {
  if (!giveBack(model, answers)) return;
  fail(model, { code: "interrupt_not_pending", message: ANSWERED, canRetry: false }, "read", batcher);
}

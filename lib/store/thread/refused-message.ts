import { isToolweaveError, type ToolweaveError, type ToolweaveErrorCode } from "@/lib/errors";
import type { FrameBatcher } from "../frame-batcher";
import { joinDrafts } from "../outbox/join-drafts";
import type { SessionEnvironment } from "../session-environment";
import type { OwnMessage } from "./own-message";
import { problemOf } from "./run-problem";
import { fail, showBranch, type ThreadModel } from "./thread-model";

/** What is wrong with the message itself. */
const FOR_GOOD: ReadonlySet<ToolweaveErrorCode> = new Set(["too_large", "bad_request"]);

/**
 * A message that is too long, malformed, or whose files are refused is so however often it is sent: its words go back into
 * the composer, with its files but for one that is refused, and nothing stands in the way of the next. One that was written
 * anew does so whatever the server has against it, and what stood in its place is back. The returned function is false where
 * the error is none of these: then the message stays as it is.
 */
export function createRefusedMessages(
  model: ThreadModel,
  environment: SessionEnvironment,
  batcher: FrameBatcher,
  refresh: () => Promise<void>,
): (error: unknown, messages: readonly OwnMessage[]) => boolean {
  const { view, outbox } = model;

  function takeBack(messages: readonly OwnMessage[], refusedId: unknown): void {
    for (const { id } of messages.toReversed()) view.cut(id);
    const words = messages.map(({ text }) => text).filter(Boolean);
    const files = messages.flatMap(outbox.filesOf).filter(({ uploaded }) => uploaded?.id !== refusedId);
    outbox.markSent(new Set(messages.map(({ id }) => id)));
    const { text, attachments } = joinDrafts({ text: words.join("\n\n"), attachments: files }, outbox.draft());
    outbox.setDraft(text, attachments);
  }

  return (error, messages) => {
    if (!isToolweaveError(error)) return false;
    const { rewrittenFrom } = model;
    const isForGood = FOR_GOOD.has(error.code) || error.context.attachmentId !== undefined;
    if (!isForGood && (rewrittenFrom === undefined || !isRefusal(error))) return false;
    takeBack(messages, error.context.attachmentId);
    fail(model, { ...problemOf(error), canRetry: false }, "read", batcher); // there is nothing left to send
    if (rewrittenFrom !== undefined) {
      model.rewrittenFrom = undefined;
      model.isOtherBranch = true;
      showBranch(model, environment, rewrittenFrom.checkpointId);
      void refresh();
    }
    return true;
  };
}

/** The server was asked, and did not want to. */
function isRefusal({ context: { status } }: ToolweaveError): boolean {
  return typeof status === "number" && status < 500;
}

import { type Feedback, feedbackKey, messageOfFeedbackKey, readFeedback } from "@/lib/protocol";
import { idsOf, messagesOf } from "../thread/messages/state-messages";
import type { ThreadModel } from "../thread/thread-model";

/** What the person said of the shown messages, by the key under which each is shown. */
export type FeedbackMap = ReadonlyMap<string, Feedback>;

/** The same map until metadata or messages are others. */
export type FeedbackReader = (metadata: Readonly<Record<string, unknown>>, order: readonly string[]) => FeedbackMap;

const NONE: FeedbackMap = new Map();

/** Reads it from a thread's metadata. Costs in proportion to the feedback. */
export function createFeedbackReader({ view }: Pick<ThreadModel, "view">): FeedbackReader {
  let last: { metadata: unknown; order: unknown; feedback: FeedbackMap } | undefined;
  return (metadata, order) => {
    if (last?.metadata === metadata && last.order === order) return last.feedback;
    const found = Object.entries(metadata).flatMap(([key, value]): [string, Feedback][] => {
      const messageKey = view.keyOf(messageOfFeedbackKey(key) ?? "");
      const read = readFeedback(value);
      return messageKey === undefined || !read.success ? [] : [[messageKey, read.data]];
    });
    last = { metadata, order, feedback: found.length === 0 ? NONE : new Map(found) };
    return last.feedback;
  };
}

/** The change of the metadata by which something is said of a message; `undefined` takes back what was said. */
export function feedbackChange(
  { view, state }: Pick<ThreadModel, "view" | "state">,
  messageKey: string,
  feedback: Feedback | undefined,
): Readonly<Record<string, unknown>> {
  // a message may be shown under another id than the server's, which came later
  const id = [...idsOf(messagesOf(state))].findLast((candidate) => view.keyOf(candidate) === messageKey);
  return { [feedbackKey(id ?? messageKey)]: feedback ?? null };
}

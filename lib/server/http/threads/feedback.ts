import { isDeepStrictEqual } from "node:util";
import { type Feedback, feedbackKey, feedbackSchema, messageOfFeedbackKey } from "@/lib/protocol";
import { badRequest, parse } from "../exchange/read-request";
import type { Services } from "../services";

/** What a person says of one message; `undefined`: what they had said is taken back. */
export type MessageFeedback = { readonly messageId: string; readonly feedback: Feedback | undefined };

/** Longer ids name no message of ours, and would make the metadata grow. */
const MAX_ID_CHARACTERS = 200;

/** The feedback among changes of a thread's metadata. Throws `bad_request` for what is none. */
export function readFeedbackChanges(metadata: Readonly<Record<string, unknown>>): readonly MessageFeedback[] {
  return Object.entries(metadata).flatMap(([key, value]): MessageFeedback[] => {
    const messageId = messageOfFeedbackKey(key);
    if (messageId === undefined) return [];
    const field = `metadata.${key.slice(0, MAX_ID_CHARACTERS)}`;
    if (messageId.length > MAX_ID_CHARACTERS) throw badRequest(`${field}: no message has so long an id.`, field);
    if (value === null) return [{ messageId, feedback: undefined }];
    return [{ messageId, feedback: parse(feedbackSchema, value, field) }];
  });
}

/** Tells the host what is new since the metadata was `former`; what it throws is a fault of the server and none of the person's. */
export function tellFeedback(
  { onFeedback, reportError }: Pick<Services, "onFeedback" | "reportError">,
  { threadId, userId }: { readonly threadId: string; readonly userId: string },
  changes: readonly MessageFeedback[],
  former: Readonly<Record<string, unknown>>,
): void {
  if (onFeedback === undefined) return;
  for (const { messageId, feedback } of changes) {
    if (isDeepStrictEqual(former[feedbackKey(messageId)] ?? undefined, feedback)) continue; // said again, as by a repeated request
    const tell = async () => onFeedback({ threadId, messageId, userId, feedback });
    tell().catch((error: unknown) => reportError(error, { threadId }));
  }
}

import { readWireMessage } from "@/lib/protocol";
import type { Transport } from "@/lib/transport";
import { readContentText } from "../../view/content-text";
import type { ThreadModel } from "../thread-model";
import { messagesOf } from "./state-messages";

/** A message that contains what was looked for. */
export type MessageHit = {
  /** The server's id; `undefined` where it has none. */
  readonly messageId: string | undefined;
  /** Counted from the thread's first message, which is 0. */
  readonly position: number;
  readonly text: string;
};

export type MessageHits = {
  /** The newest first. */
  readonly hits: readonly MessageHit[];
  /** Of all that match, not only these. */
  readonly total: number;
  /** `before` of the next request; absent when there are no more. */
  readonly next?: string;
};

const PAGE = 100;
const NOTHING: MessageHits = { hits: [], total: 0 };

/** Searches the branch that is shown: on our server, and on others in what was read of it, which is all. */
export async function searchMessages(
  model: ThreadModel,
  transport: Transport,
  wanted: string,
  before: string | undefined,
  signal: AbortSignal,
): Promise<MessageHits> {
  const { threadId, checkpointId } = model;
  const q = wanted.trim();
  if (threadId === undefined || !model.isCreated || q === "") return NOTHING;
  const page = await transport.getMessages(threadId, { q, limit: PAGE, before, checkpoint: checkpointId }, signal);
  if (page === undefined) return searchHere(model, q);
  const hits = page.messages
    .map(({ message, position }) => ({
      messageId: message.id ?? undefined,
      position,
      text: readContentText(message).text,
    }))
    .reverse();
  return { hits, total: page.total, ...(page.next_before === null ? {} : { next: page.next_before }) };
}

/** The id under which the message at this position is shown; of a tool's message that of the one that called it. */
export function shownAt({ loaded, view }: ThreadModel, position: number): string | undefined {
  const before = loaded?.messages.slice(0, position - loaded.first + 1) ?? [];
  for (const item of before.toReversed()) {
    const read = readWireMessage(item);
    if (read.success && read.data.type !== "tool") return read.data.id ? view.keyOf(read.data.id) : undefined;
  }
  return undefined;
}

function searchHere(model: ThreadModel, wanted: string): MessageHits {
  const lower = wanted.toLowerCase();
  const hits = (messagesOf(model.state) ?? []).flatMap((item, position) => {
    const read = readWireMessage(item);
    if (!read.success) return [];
    const { text } = readContentText(read.data);
    return text.toLowerCase().includes(lower) ? [{ messageId: read.data.id ?? undefined, position, text }] : [];
  });
  return { hits: hits.reverse(), total: hits.length };
}

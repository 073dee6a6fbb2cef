import type { MessagesPage, PlacedMessage } from "@/lib/protocol";
import type { Transport } from "@/lib/transport";
import { failedCallOf, type MessagePlace } from "./message-place";
import { placesOfHistory } from "./places-of-history";

const PAGE_SIZE = 200;
/** A few more than are asked for: a turn's place is that of its first answer. */
const MIN_PAGE = 20;
const MAX_PAGES = 5;
const MAX_STATES = 100;

/**
 * The places of a branch's messages, oldest first: of the newest `count` (at most 1,000) messages on our server, and of
 * what the newest 100 checkpoints hold on others. `headId` is the checkpoint at which the branch ends, the newest when
 * absent.
 */
export async function readPlaces(
  transport: Transport,
  threadId: string,
  { headId, count, signal }: { headId: string | undefined; count: number; signal: AbortSignal },
): Promise<readonly MessagePlace[]> {
  let places: readonly MessagePlace[] = [];
  let before: string | undefined;
  for (let pages = 0; pages < MAX_PAGES && places.length < count; pages += 1) {
    const limit = Math.min(PAGE_SIZE, Math.max(MIN_PAGE, count - places.length));
    const page: MessagesPage | undefined = await transport.getMessages(
      threadId,
      { limit, before, checkpoint: headId },
      signal,
    );
    if (page === undefined) {
      return placesOfHistory(await transport.getHistory(threadId, MAX_STATES, signal), headId);
    }
    places = [...page.messages.map(toPlace), ...places];
    if (page.next_before === null) break;
    before = page.next_before;
  }
  return places;
}

export function toPlace({ message, checkpoint_id, parent_checkpoint_id, siblings }: PlacedMessage): MessagePlace {
  const failedCallId = failedCallOf(message);
  return {
    messageId: message.id ?? "",
    isHuman: message.type === "human",
    ...(failedCallId === undefined ? {} : { failedCallId }),
    checkpointId: checkpoint_id ?? undefined,
    parentId: parent_checkpoint_id ?? undefined,
    siblings: siblings.map((sibling) => ({ checkpointId: sibling.checkpoint_id, headId: sibling.head_checkpoint_id })),
  };
}

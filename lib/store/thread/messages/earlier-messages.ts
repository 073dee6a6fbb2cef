import type { MessagesPage } from "@/lib/protocol";
import type { SessionEnvironment } from "../../session-environment";
import type { ThreadModel } from "../thread-model";
import { type MessageRange, withEarlier } from "./message-range";
import { idOf } from "./state-messages";

/** The most that the server gives in one page; more is read with the whole state. */
const MAX_PAGE = 200;

export type EarlierMessages = {
  /** Loads what comes before the first message that is here, as far as `until` (its position); a page when absent. Rejects with a ToolweaveError. */
  load(until?: number): Promise<void>;
};

type Parts = {
  readonly take: (range: MessageRange, page: MessagesPage) => void;
  /** Reads the state with so many of its newest messages. */
  readonly readState: (lastMessages: number) => Promise<void>;
};

/** Reads a thread backwards, page by page; one request at a time. */
export function createEarlierMessages(
  model: ThreadModel,
  { transport }: SessionEnvironment,
  { take, readState }: Parts,
  announce: () => void,
  signal: AbortSignal,
): EarlierMessages {
  let last: Promise<void> = Promise.resolve();

  async function load(until: number | undefined): Promise<void> {
    const { threadId, loaded, checkpointId } = model;
    if (threadId === undefined || loaded === undefined || model.isDetached) return;
    const wanted = until ?? Math.max(0, loaded.first - MAX_PAGE);
    const count = loaded.first - wanted;
    if (count <= 0) return;
    const before = idOf(loaded.messages[0]);
    if (count > MAX_PAGE || before === undefined) return await readState(count + loaded.messages.length);
    const page = await transport.getMessages(threadId, { before, limit: count, checkpoint: checkpointId }, signal);
    const first = page?.messages[0]?.position;
    if (page === undefined || first === undefined || model.isDetached || model.loaded === undefined) return;
    const range = withEarlier(model.loaded, { first, messages: page.messages.map(({ message }) => message) });
    if (range !== undefined) take(range, page);
  }

  return {
    load: (until) => {
      const run = async () => {
        model.isLoadingEarlier = true;
        announce();
        try {
          await load(until);
        } finally {
          model.isLoadingEarlier = false;
          announce();
        }
      };
      const next = last.then(run);
      last = next.catch(() => {}); // whoever asked is told; the next one asks for itself
      return next;
    },
  };
}

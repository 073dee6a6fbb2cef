import { createOutbox, type Departing, EMPTY_OUTBOX, type Outbox } from "./outbox";
import type { OutboxStore } from "./outbox-store";

/**
 * Of every thread shown here: what could not be sent waits until the thread is shown again. A new chat that is left while
 * its first message is on its way goes into a thread of its own; the next one is beside it, and both are kept.
 */
export type Outboxes = {
  of(threadId: string | undefined): Outbox | undefined;
  /** The outbox of a thread that is about to be shown; `undefined`: of a new one, with what could not be begun elsewhere. */
  open(threadId: string | undefined): Outbox;
  /** Its thread exists now. */
  settle(threadId: string, outbox: Outbox): void;
  /** Its thread could not be created, and nobody sees it. Gives the outbox of the new chat that has its content now. */
  giveUp(outbox: Outbox): Outbox | undefined;
  /**
   * New chats that another page left on their way: in every record from now on. Written is none, for what that page left
   * beside them must be here before. The returned function sends them.
   */
  takeUp(left: readonly Departing[]): () => void;
};

/** `send` sends what is in an outbox, unseen, into a thread of its own. */
export function createOutboxes(
  newId: () => string,
  store: OutboxStore | undefined,
  send: (outbox: Outbox) => void,
): Outboxes {
  const outboxes = new Map<string | undefined, Outbox>();
  const departing = new Set<Outbox>();

  function keep(outbox: Outbox): void {
    for (const [threadId, other] of outboxes)
      if (threadId !== undefined && other === outbox) store?.write(threadId, outbox.content());
    if (departing.has(outbox) || outboxes.get(undefined) === outbox) keepNew();
  }

  /** The new chat, and those on their way, in one record: a page that goes leaves all of them or none. */
  function keepNew(): void {
    const left = [...departing].map((outbox) => ({ ...outbox.content(), draft: undefined })); // that is kept apart
    store?.write(undefined, { ...(outboxes.get(undefined)?.content() ?? EMPTY_OUTBOX), departing: left });
  }

  function depart(outbox: Outbox): void {
    departing.add(outbox);
    // The draft is the thread's: it waits there, whenever that begins.
    store?.write(outbox.newThreadId(), { ...EMPTY_OUTBOX, draft: outbox.draft() });
    keepNew();
  }

  function join(waiting: Outbox, left: Outbox): void {
    departing.delete(left);
    waiting.restore(left.content(), true);
  }

  const given = () => [...departing].filter((outbox) => !outbox.isSending());

  return {
    of: (threadId) => outboxes.get(threadId),
    open: (threadId) => {
      const kept = outboxes.get(threadId);
      const leaving = threadId === undefined && kept?.isSending() ? kept : undefined;
      const isFresh = kept === undefined || leaving !== undefined;
      const outbox = isFresh ? createOutbox(newId, keep, { isRestored: store === undefined }) : kept;
      outboxes.set(threadId, outbox);
      if (leaving !== undefined) depart(leaving);
      if (threadId === undefined) for (const left of given()) join(outbox, left);
      return outbox;
    },
    settle: (threadId, outbox) => {
      if (outboxes.get(undefined) === outbox) outboxes.delete(undefined);
      departing.delete(outbox);
      outboxes.set(threadId, outbox);
      keep(outbox); // before it leaves the new thread: between the two it is kept twice, and never not at all
      keepNew();
      for (const left of given()) send(left); // now the server can be reached
    },
    giveUp: (outbox) => {
      const waiting = outboxes.get(undefined);
      if (waiting === outbox || waiting?.isSending()) return undefined; // the latter: it follows when that has got through
      if (waiting !== undefined) {
        join(waiting, outbox);
        return waiting;
      }
      departing.delete(outbox);
      outboxes.set(undefined, outbox);
      keepNew();
      return outbox;
    },
    takeUp: (left) => {
      const taken = left.map((content) => {
        const outbox = createOutbox(newId, keep);
        outbox.restore(content);
        return outbox;
      });
      for (const outbox of taken) departing.add(outbox);
      return () => {
        for (const outbox of taken) send(outbox);
      };
    },
  };
}

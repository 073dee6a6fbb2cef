import type { QueuedMessage } from "../session-state";
import type { OwnMessage } from "./own-message";

export type QueueItem = QueuedMessage & {
  /** Typed while calls waited for the person: it cancels them as soon as the run that still goes on has ended. */
  readonly cancelsCalls: boolean;
};

/** What outlives the page: everything that was typed and that the server does not have. */
export type OutboxContent = {
  readonly queue: readonly QueueItem[];
  readonly unsent: readonly OwnMessage[];
  readonly draft: string;
  readonly isHeld: boolean;
};

/** What the person typed and the server does not have yet. Nothing leaves it except by being taken by the server, or by the person. */
export type Outbox = {
  queue(): readonly QueueItem[];
  enqueue(item: QueueItem): void;
  edit(id: string, text: string): void;
  remove(id: string): QueueItem | undefined;
  /** A hold keeps the queue from sending by itself: after a Stop or a failure. */
  hold(isHeld: boolean): void;
  /** The person edits this item: it is not sent, nor is what stands behind it. */
  holdItem(id: string, isHeld: boolean): void;
  /** Nobody edits any more: the thread is not shown. */
  releaseItems(): void;
  next(): QueueItem | undefined;
  /** Shown in the log, not yet on the server. */
  unsent(): readonly OwnMessage[];
  addUnsent(message: OwnMessage): void;
  /** The key under which exactly these messages are being sent; the same for the same messages, also after a reload. */
  sendKey(): string;
  markSent(ids: ReadonlySet<string>): void;
  /** True while a request with the unsent messages is under way: they must not be sent from elsewhere. */
  isSending(): boolean;
  setSending(isSending: boolean): void;
  /** What stands in the composer. */
  draft(): string;
  setDraft(text: string): void;
  content(): OutboxContent;
};

const EMPTY: OutboxContent = { queue: [], unsent: [], draft: "", isHeld: false };
const MAX_KEY_CHARS = 120;

/** `onChange` is told of every change of the content. */
export function createOutbox(
  newId: () => string,
  content: OutboxContent = EMPTY,
  onChange: (outbox: Outbox) => void = () => {},
): Outbox {
  let { queue, unsent, draft, isHeld } = content;
  let key: string | undefined;
  let isSending = false;
  const heldItems = new Set<string>();
  const changed = () => onChange(outbox);

  const outbox: Outbox = {
    queue: () => queue,
    enqueue: (item) => {
      queue = [...queue, item];
      changed();
    },
    edit: (id, text) => {
      queue = queue.map((item) => (item.id === id ? { ...item, text } : item));
      changed();
    },
    remove: (id) => {
      const item = queue.find((candidate) => candidate.id === id);
      heldItems.delete(id);
      if (item === undefined) return undefined;
      queue = queue.filter((candidate) => candidate !== item);
      changed();
      return item;
    },
    hold: (held) => {
      const before = isHeld;
      isHeld = held && queue.length > 0;
      if (isHeld !== before) changed();
    },
    holdItem: (id, held) => {
      if (held) heldItems.add(id);
      else heldItems.delete(id);
    },
    releaseItems: () => heldItems.clear(),
    next: () => (isHeld || heldItems.has(queue[0]?.id ?? "") ? undefined : queue[0]),
    unsent: () => unsent,
    addUnsent: (message) => {
      unsent = [...unsent, message];
      key = undefined;
      changed();
    },
    sendKey: () => {
      key ??= keyOf(unsent) ?? newId();
      return key;
    },
    markSent: (ids) => {
      const left = unsent.filter((message) => !ids.has(message.id));
      const stillQueued = queue.filter((item) => !ids.has(item.id));
      if (left.length === unsent.length && stillQueued.length === queue.length) return;
      if (left.length < unsent.length) key = undefined;
      unsent = left;
      queue = stillQueued;
      changed();
    },
    isSending: () => isSending,
    setSending: (sending) => {
      isSending = sending;
    },
    draft: () => draft,
    setDraft: (text) => {
      draft = text;
      changed();
    },
    content: () => ({ queue, unsent, draft, isHeld }),
  };
  return outbox;
}

/** Made of the messages' own ids, so that another page with the same messages starts the same run. */
function keyOf(messages: readonly OwnMessage[]): string | undefined {
  const key = messages.map(({ id }) => id).join(".");
  return key === "" || key.length > MAX_KEY_CHARS ? undefined : key;
}

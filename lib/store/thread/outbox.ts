import type { QueuedMessage } from "../session-state";
import type { OwnMessage } from "./own-message";

export type QueueItem = QueuedMessage & {
  /** Typed while calls waited for the person: it cancels them as soon as the run that still goes on has ended. */
  readonly cancelsCalls: boolean;
};

/** What the person typed and the server does not have yet. Nothing leaves it except by being taken by the server, or by the person. */
export type Outbox = {
  queue(): readonly QueueItem[];
  enqueue(item: QueueItem): void;
  edit(id: string, text: string): void;
  remove(id: string): QueueItem | undefined;
  /** A hold keeps the queue from sending by itself: after a Stop or a failure. */
  hold(isHeld: boolean): void;
  next(): QueueItem | undefined;
  /** Shown in the log, not yet on the server. */
  unsent(): readonly OwnMessage[];
  addUnsent(message: OwnMessage): void;
  /** The key under which exactly these messages are being sent; the same until the set changes. */
  sendKey(): string;
  markSent(messages: readonly OwnMessage[]): void;
  /** True while a request with the unsent messages is under way: they must not be sent from elsewhere. */
  isSending(): boolean;
  setSending(isSending: boolean): void;
};

export function createOutbox(newId: () => string): Outbox {
  let queue: readonly QueueItem[] = [];
  let unsent: readonly OwnMessage[] = [];
  let key: string | undefined;
  let isHeld = false;
  let isSending = false;
  return {
    queue: () => queue,
    enqueue: (item) => {
      queue = [...queue, item];
    },
    edit: (id, text) => {
      queue = queue.map((item) => (item.id === id ? { ...item, text } : item));
    },
    remove: (id) => {
      const item = queue.find((candidate) => candidate.id === id);
      if (item !== undefined) queue = queue.filter((candidate) => candidate !== item);
      return item;
    },
    hold: (held) => {
      isHeld = held && queue.length > 0;
    },
    next: () => (isHeld ? undefined : queue[0]),
    unsent: () => unsent,
    addUnsent: (message) => {
      unsent = [...unsent, message];
      key = undefined;
    },
    sendKey: () => {
      key ??= newId();
      return key;
    },
    markSent: (messages) => {
      const sent = new Set(messages.map((message) => message.id));
      unsent = unsent.filter((message) => !sent.has(message.id));
      key = undefined;
    },
    isSending: () => isSending,
    setSending: (sending) => {
      isSending = sending;
    },
  };
}

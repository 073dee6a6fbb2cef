import type { ReviewAction, ReviewDecision } from "@/lib/protocol";
import type { QueuedMessage } from "../session-state";
import type { OwnMessage } from "../thread/own-message";
import { type Draft, type DraftAttachment, EMPTY_DRAFT, isEmptyDraft } from "./draft";
import { joinDrafts } from "./join-drafts";
import { type InputPlace, type KeptInput, withInput } from "./kept-input";

export type QueueItem = QueuedMessage & {
  /** Typed while calls waited for the person: it cancels them as soon as the run that still goes on has ended. */
  readonly cancelsCalls: boolean;
};

/** What outlives the page: everything that was typed and that the server does not have. */
export type OutboxContent = {
  readonly queue: readonly QueueItem[];
  readonly unsent: readonly OwnMessage[];
  readonly draft: Draft;
  readonly isHeld: boolean;
  /** To what the graph asks. */
  readonly answers: readonly KeptAnswer[];
  /** Of actions whose interrupt has others that are not decided yet. */
  readonly decisions?: readonly KeptDecision[];
  /** Half-filled forms and the like. */
  readonly inputs?: readonly KeptInput[];
  /** The id that a thread which is not created yet will have: a reload in the middle makes no second thread. */
  readonly newThreadId?: string | undefined;
  /** Of a new thread: others of the same page that were left while they were sent. */
  readonly departing: readonly Departing[];
  /** A Stop that the server does not know of yet. */
  readonly stop?: KeptStop | undefined;
};

/** Of exactly one run: by its id, or, where the server's answer was lost with it, by the key of its start. */
export type KeptStop = { readonly runId: string | undefined; readonly startKey: string | undefined };

/** What the person answered to an interrupt. `key`: made anew with every answer, so that the same one sent again is known. */
export type KeptAnswer = { readonly interruptId: string; readonly value: unknown; readonly key: string };

/** What the person decided of one action of an interrupt. `action`: what it was about; of anything else it says nothing. */
export type KeptDecision = {
  readonly interruptId: string;
  readonly position: number;
  readonly action: Pick<ReviewAction, "name" | "args">;
  readonly decision: ReviewDecision;
};

/** A new thread on its way to the server. */
export type Departing = Pick<OutboxContent, "queue" | "unsent" | "newThreadId">;

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
  /** It cancels calls for what stands behind it, too: that goes out after it. */
  next(): QueueItem | undefined;
  /** Shown in the log, not yet on the server. */
  unsent(): readonly OwnMessage[];
  addUnsent(message: OwnMessage): void;
  /** The key under which exactly these messages are being sent; the same for the same messages, also on another page. */
  sendKey(): string;
  /** The id of the thread that these messages will create; the same until they are sent. */
  newThreadId(): string;
  markSent(ids: ReadonlySet<string>): void;
  answers(): readonly KeptAnswer[];
  decisions(): readonly KeptDecision[];
  /** In one change, so that no page finds a review decided and not answered. */
  setAnswers(answers: readonly KeptAnswer[], decisions: readonly KeptDecision[]): void;
  inputs(): readonly KeptInput[];
  /** `undefined`: it was given, or left. */
  keepInput(place: InputPlace, value: unknown): void;
  /** Those of an interrupt for which this is false are over. */
  keepInputsOf(isKept: (interruptId: string) => boolean): void;
  keptStop(): KeptStop | undefined;
  keepStop(stop: KeptStop | undefined): void;
  /** True while a request with the unsent messages is under way: they must not be sent from elsewhere. */
  isSending(): boolean;
  setSending(isSending: boolean): void;
  /** What stands in the composer. */
  draft(): Draft;
  /** Attachments stay as they are when absent. */
  setDraft(text: string, attachments?: readonly DraftAttachment[]): void;
  /** The files of a message as the composer had them, as far as this page still has them. */
  filesOf(message: OwnMessage): readonly DraftAttachment[];
  /** Another tab, which the person writes in, has this draft now. */
  takeDraft(draft: Draft): void;
  content(): OutboxContent;
  /** False until what was kept has been read: until then nothing is sent, so that the order holds. */
  isRestored(): boolean;
  isEmpty(): boolean;
  /**
   * What was kept goes before what came meanwhile, the draft too. `isFound`: it was another page's, or another outbox's. What
   * was kept here, and is read again, gives way to what the person has typed since.
   */
  restore(content: Partial<OutboxContent> | undefined, isFound?: boolean): void;
};

/** Nothing but a draft. */
export const NOTHING_KEPT: Omit<OutboxContent, "draft"> = {
  queue: [],
  unsent: [],
  answers: [],
  decisions: [],
  inputs: [],
  isHeld: false,
  departing: [],
};

export const EMPTY_OUTBOX: OutboxContent = { ...NOTHING_KEPT, draft: EMPTY_DRAFT };

export function isEmptyContent(content: OutboxContent): boolean {
  const { queue, unsent, answers, decisions = [], inputs = [], departing, stop, draft } = content;
  const hasNone = [queue, unsent, answers, decisions, inputs, departing].every((list) => list.length === 0);
  return hasNone && stop === undefined && isEmptyDraft(draft);
}

/** `onChange` is told of every change of the content. `isRestored`: nothing is kept anywhere, there is nothing to wait for. */
export function createOutbox(
  newId: () => string,
  onChange: (outbox: Outbox) => void = () => {},
  { isRestored: isRestoredAtOnce = true } = {},
): Outbox {
  let { queue, unsent, answers, decisions = [], inputs = [], draft, isHeld, newThreadId, stop } = EMPTY_OUTBOX;
  let isSending = false;
  let isRestored = isRestoredAtOnce;
  let isDraftTouched = false;
  const heldItems = new Set<string>();
  /** What was in the composer and is on the server, by its id there. */
  const files = new Map<string | undefined, DraftAttachment>();
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
    next: () => {
      const [first] = queue;
      if (first === undefined || isHeld || heldItems.has(first.id)) return undefined;
      return { ...first, cancelsCalls: queue.some((item) => item.cancelsCalls && !heldItems.has(item.id)) };
    },
    unsent: () => unsent,
    addUnsent: (message) => {
      unsent = [...unsent, message];
      changed();
    },
    sendKey: () => keyOf(unsent),
    newThreadId: () => {
      if (newThreadId === undefined) {
        newThreadId = newId();
        changed();
      }
      return newThreadId;
    },
    markSent: (ids) => {
      const left = unsent.filter((message) => !ids.has(message.id));
      for (const { id, attachments = [] } of unsent)
        if (ids.has(id)) for (const file of attachments) files.delete(file.id);
      const stillQueued = queue.filter((item) => !ids.has(item.id));
      if (left.length === unsent.length && stillQueued.length === queue.length) return;
      unsent = left;
      queue = stillQueued;
      if (unsent.length === 0) newThreadId = undefined;
      changed();
    },
    answers: () => answers,
    decisions: () => decisions,
    setAnswers: (given, made) => {
      if ([given, answers, made, decisions].every((list) => list.length === 0)) return;
      answers = given;
      decisions = made;
      changed();
    },
    inputs: () => inputs,
    keepInput: (place, value) => {
      const next = withInput(inputs, place, value);
      if (next === inputs) return;
      inputs = next;
      changed();
    },
    keepInputsOf: (isKept) => {
      const left = inputs.filter(({ interruptId }) => interruptId === undefined || isKept(interruptId));
      if (left.length === inputs.length) return;
      inputs = left;
      changed();
    },
    keptStop: () => stop,
    keepStop: (kept) => {
      if (kept === stop) return;
      stop = kept;
      changed();
    },
    isSending: () => isSending,
    setSending: (sending) => {
      isSending = sending;
    },
    draft: () => draft,
    setDraft: (text, attachments = draft.attachments) => {
      for (const file of draft.attachments) files.set(file.uploaded?.id, file);
      draft = { text, attachments };
      isDraftTouched = true;
      changed();
    },
    filesOf: ({ attachments = [] }) => attachments.flatMap(({ id }) => files.get(id) ?? []),
    takeDraft: (other) => {
      draft = other;
    },
    content: () => ({ queue, unsent, answers, decisions, inputs, draft, isHeld, newThreadId, stop, departing: [] }),
    isRestored: () => isRestored,
    isEmpty: () => isEmptyContent(outbox.content()),
    restore: (content, isFound = false) => {
      const mustJoin = isFound || (!isRestored && isDraftTouched);
      isRestored = true;
      if (content === undefined) return;
      queue = before(content.queue, queue, ({ id }) => id);
      unsent = before(content.unsent, unsent, ({ id }) => id);
      answers = before(content.answers, answers, ({ interruptId }) => interruptId);
      const placeOf = ({ interruptId, position }: KeptDecision) => JSON.stringify([interruptId, position]);
      decisions = before(content.decisions, decisions, placeOf);
      inputs = before(content.inputs, inputs, ({ name }) => name);
      isHeld ||= content.isHeld ?? false;
      newThreadId ??= content.newThreadId;
      stop ??= content.stop;
      if (mustJoin) {
        draft = joinDrafts(content.draft ?? EMPTY_DRAFT, draft);
        isDraftTouched ||= !isEmptyDraft(draft);
      } else if (!isDraftTouched) draft = content.draft ?? draft;
      changed();
    },
  };
  return outbox;
}

/** What was there goes first; of two with one name the newer counts. */
function before<Item>(older: readonly Item[] = [], newer: readonly Item[], nameOf: (item: Item) => string) {
  return [...new Map([...older, ...newer].map((item) => [nameOf(item), item])).values()];
}

/**
 * Made of the messages' own ids, so that another page with the same messages starts the same run. The list only grows at
 * its end and shrinks from its beginning: first, last and count name it.
 */
function keyOf(messages: readonly OwnMessage[]): string {
  return `${messages[0]?.id}.${messages.at(-1)?.id}.${messages.length}`;
}

import { createWebLocks, type TabLocks } from "@/lib/headless";
import { createUuid } from "@/lib/transport";
import type { TabChannel } from "../tabs/tab-channel";
import { createBrowserShelf } from "./browser-shelf";
import { type Draft, isEmptyDraft } from "./draft";
import { EMPTY_OUTBOX, type OutboxContent } from "./outbox";
import { type OutboxRecord, type OutboxShelf, recordKey } from "./outbox-shelf";

/**
 * Keeps what was typed and not sent, thread by thread, over a reload. Nothing throws or rejects: what cannot be kept
 * is lost with the page.
 */
export type OutboxStore = {
  /**
   * Calls back once with what is kept for the thread and nobody else sends; from then on it is this page's. Calls again
   * when another page of the thread closes and leaves something, and when a draft was written elsewhere while nobody
   * types here. The returned function ends that.
   */
  attach(threadId: string | undefined, listeners: OutboxListeners): () => void;
  write(threadId: string | undefined, content: OutboxContent): void;
};

export type OutboxListeners = {
  readonly onContent: (content: Partial<OutboxContent> | undefined) => void;
  readonly onDraft: (draft: Draft) => void;
  /** What another page left of a new chat can go on in this page's: it has no content of its own, or none was read yet. */
  readonly mayTakeOver: () => boolean;
};

export type OutboxStoreEnvironment = {
  /** Names the server, and the agent where the page names one. */
  readonly scope: string;
  readonly shelf: OutboxShelf;
  readonly channel: TabChannel;
  readonly locks: TabLocks;
  readonly newId: () => string;
  /** The person writes in this page, not in another. */
  readonly hasFocus: () => boolean;
  /** Milliseconds since 1970. */
  readonly timeOfDay: () => number;
};

/**
 * Messages belong to the page that has them: it alone sends them, and holds the lock `toolweave:page:<id>` as long as it
 * lives. When that is free another page of the thread takes them over, one transaction a record, so that no two pages
 * ever have the same. Without Web Locks nobody knows who lives: then both may have it, and the idempotency key, made of
 * the messages' ids, lets it count once. A thread's draft belongs to all of its pages: the last one that the person
 * writes in wins, and the others follow while they have no focus. A thread that does not exist yet is a page's own.
 */
export function createOutboxStore(environment: OutboxStoreEnvironment): OutboxStore {
  const { scope, shelf, channel, locks, newId, hasFocus, timeOfDay } = environment;
  const written = new Map<string, string>();
  const drafts = new Map<string, Draft>();
  let owner: Promise<string> | undefined;

  function ownerOnce(): Promise<string> {
    owner ??= (async () => {
      const id = newId();
      await locks.take(lockOf(id)).catch(() => undefined);
      return id;
    })();
    return owner;
  }

  const threadOf = (threadId: string | undefined): string => JSON.stringify([scope, threadId ?? null]);

  async function readAll(threadId: string | undefined, mayTake: () => boolean) {
    const thread = threadOf(threadId);
    const self = await ownerOnce();
    const records = (await shelf.recordsOf(thread)).toSorted((a, b) => a.writtenAtMs - b.writtenAtMs);
    const foreign = records.filter((record) => record.owner !== "" && record.owner !== self);
    const living: string[] = [];
    const left: OutboxRecord[] = [];
    for (const record of foreign) {
      if ((await locks.isTaken(lockOf(record.owner))) === true) living.push(record.owner);
      else left.push(record);
    }
    // A new thread of each page is one of its own: only the newest that was left goes on here, where there is none yet.
    const wanted = threadId === undefined ? left.slice(-1) : left;
    const taken: OutboxRecord[] = [];
    for (const record of mayTake() ? wanted : []) {
      const adopted = await shelf.adopt(record.key, self);
      if (adopted === undefined) continue;
      taken.push(adopted);
      written.set(recordKey(thread, self), ADOPTED);
    }
    const draft = threadId === undefined ? taken.at(-1)?.draft : records.find((record) => record.owner === "")?.draft;
    return { taken, draft, living };
  }

  function contentOf(taken: readonly OutboxRecord[], draft: Draft | undefined): Partial<OutboxContent> | undefined {
    if (taken.length === 0 && draft === undefined) return undefined;
    return {
      queue: taken.flatMap(({ content }) => content.queue),
      unsent: taken.flatMap(({ content }) => content.unsent),
      isHeld: taken.some(({ content }) => content.isHeld),
      newThreadId: taken.findLast(({ content }) => content.newThreadId !== undefined)?.content.newThreadId,
      answers: taken.flatMap(({ content }) => content.answers),
      departing: taken.flatMap(({ content }) => content.departing),
      ...(draft === undefined ? {} : { draft }),
    };
  }

  function attach(threadId: string | undefined, { onContent, onDraft, mayTakeOver }: OutboxListeners): () => void {
    const end = new AbortController();
    const isOver = () => end.signal.aborted;
    const awaited = new Set<string>();

    async function read(isFirst: boolean): Promise<void> {
      try {
        const mayTake = () => !isOver() && (threadId !== undefined || mayTakeOver());
        const { taken, draft, living } = await readAll(threadId, mayTake);
        if (isOver() && taken.length === 0) return; // what was taken is this page's now, and nobody else has it
        if (draft !== undefined) drafts.set(threadOf(threadId), draft);
        if (isFirst) onContent(contentOf(taken, draft));
        else if (taken.length > 0) onContent(contentOf(taken, undefined));
        // What a living page of a new thread leaves waits for the next page that is opened.
        if (threadId !== undefined && !isOver()) for (const page of living) void takeOver(page);
      } catch {
        if (isFirst && !isOver()) onContent(undefined); // nothing can be kept here
      }
    }

    async function takeOver(page: string): Promise<void> {
      if (awaited.has(page)) return;
      awaited.add(page);
      try {
        await locks.whenFree(lockOf(page), end.signal);
      } catch {
        return; // locks that cannot be asked any more
      }
      awaited.delete(page);
      if (!isOver()) await read(false);
    }

    async function follow(): Promise<void> {
      try {
        const draft = (await shelf.recordsOf(threadOf(threadId))).find((record) => record.owner === "")?.draft;
        if (isOver() || hasFocus()) return;
        const next = draft ?? { text: "", attachments: [] };
        drafts.set(threadOf(threadId), next);
        onDraft(next);
      } catch {
        // nothing can be read here
      }
    }

    const stopListening = channel.listen((news) => {
      if (threadId === undefined || news.threadId !== threadId) return;
      if (news.type === "draft-changed" && !hasFocus()) void follow();
      if (news.type === "thread-deleted") void shelf.remove(recordKey(threadOf(threadId), "")).catch(() => {});
    });
    void read(true);
    return () => {
      end.abort();
      stopListening();
    };
  }

  async function keep(record: OutboxRecord, isEmpty: boolean): Promise<void> {
    try {
      if (isEmpty) await shelf.remove(record.key);
      else await shelf.put(record);
    } catch {
      // full or refused: the page goes on without
    }
  }

  async function write(threadId: string | undefined, { draft, ...content }: OutboxContent): Promise<void> {
    const thread = threadOf(threadId);
    const self = await ownerOnce();
    const record = { thread, writtenAtMs: timeOfDay() };
    const ownDraft = threadId === undefined ? draft : { text: "", attachments: [] };
    const own = { ...record, key: recordKey(thread, self), owner: self, content, draft: ownDraft };
    const { queue, unsent, answers, departing } = content;
    const isEmpty = [queue, unsent, answers, departing].every((list) => list.length === 0) && isEmptyDraft(ownDraft);
    const text = JSON.stringify([
      content,
      ownDraft.text,
      ownDraft.attachments.map(({ id, uploaded }) => [id, uploaded?.id]),
    ]);
    const isNothingNew = written.get(own.key) === text || (isEmpty && !written.has(own.key));
    if (!isNothingNew) {
      written.set(own.key, text);
      await keep(own, isEmpty);
    }
    if (threadId === undefined || drafts.get(thread) === draft) return;
    if (isEmptyDraft(draft) && !drafts.has(thread)) return;
    drafts.set(thread, draft);
    await keep({ ...record, key: recordKey(thread, ""), owner: "", content: EMPTY_OUTBOX, draft }, isEmptyDraft(draft));
    channel.announce({ type: "draft-changed", threadId });
  }

  let writing = Promise.resolve();
  return {
    attach,
    write: (threadId, content) => {
      writing = writing.then(() => write(threadId, content)).catch(() => {}); // what no storage can hold: the next is kept again
    },
  };
}

/** A record of ours that we did not write: whatever is written next is a change, nothing too. */
const ADOPTED = "";

function lockOf(page: string): string {
  return `toolweave:page:${page}`;
}

/**
 * The outbox of this browser, in IndexedDB; where that is missing nothing outlives the page. `scope` names the server, and
 * the agent where the page names one. Touches nothing before it is used, so it can be made while rendering.
 */
export function createBrowserOutboxStore(scope: string, channel: TabChannel): OutboxStore {
  return createOutboxStore({
    scope,
    shelf: createBrowserShelf(),
    channel,
    locks: createWebLocks(),
    newId: createUuid,
    hasFocus: () => globalThis.document?.hasFocus() ?? true,
    timeOfDay: () => Date.now(),
  });
}

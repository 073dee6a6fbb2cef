import { createWebLocks, type TabLocks } from "@/lib/headless";
import type { TabChannel } from "../tabs/tab-channel";
import { createBrowserShelf } from "./browser-shelf";
import { type Draft, isEmptyDraft } from "./draft";
import { createEarlyWords, type EarlyWords } from "./early-words";
import { joinDrafts } from "./join-drafts";
import { isEmptyContent, NOTHING_KEPT, type OutboxContent } from "./outbox";
import {
  joinContents,
  joinRecords,
  type OutboxRecord,
  type OutboxShelf,
  outboxThread,
  recordKey,
} from "./outbox-shelf";
import { readEarlyRecord } from "./read-outbox-record";

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
  readonly shelf: OutboxShelf;
  readonly channel: TabChannel;
  readonly locks: TabLocks;
  readonly early: EarlyWords;
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
  const { early, shelf, channel, locks, hasFocus, timeOfDay } = environment;
  const written = new Map<string, string>();
  const drafts = new Map<string, Draft>();
  const isRead = new Set<string | undefined>();
  /** The pages that were loaded in its place before. */
  const ofThisTab = new Set<string>();
  let owner: Promise<string> | undefined;

  function ownerOnce(): Promise<string> {
    owner ??= (async () => {
      const id = early.page();
      await locks.take(lockOf(id)).catch(() => undefined);
      for (const [page, records] of early.left()) {
        ofThisTab.add(page);
        for (const record of records) await shelve(record).catch(() => {});
      }
      early.clearLeft();
      return id;
    })();
    return owner;
  }

  /** What a page before this one had not kept yet when it was left. */
  async function shelve(left: unknown): Promise<void> {
    const early = readEarlyRecord(left);
    if (early === undefined) return;
    const { record, isWhole, files } = early;
    const present = (await shelf.recordsOf(record.thread)).find(({ key }) => key === record.key);
    if (present !== undefined && present.writtenAtMs >= record.writtenAtMs) return;
    const attachments = present?.draft.attachments.filter(({ id }) => files.includes(id)) ?? [];
    const whole = { ...record, draft: { ...record.draft, attachments } };
    const next = present === undefined || isWhole ? whole : joinRecords(present, record, record.owner);
    await keep(next, isEmptyContent({ ...next.content, draft: next.draft }));
  }

  const threadOf = (threadId: string | undefined): string => outboxThread(early.scope, threadId);

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
    // A new thread of each page is one of its own: only this tab's, or else the newest that was left, goes on here.
    const before = left.filter((record) => ofThisTab.has(record.owner));
    const wanted = threadId !== undefined ? left : before.length > 0 ? before : left.slice(-1);
    const taken: OutboxRecord[] = [];
    for (const record of mayTake() ? wanted : []) {
      const adopted = await shelf.adopt(record.key, self);
      if (adopted === undefined) continue;
      taken.push(adopted);
      written.set(recordKey(thread, self), ADOPTED);
    }
    const shared = records.find((record) => record.owner === "")?.draft;
    const found = taken.length > 0 ? taken.map((record) => record.draft).reduce(joinDrafts) : undefined;
    const draft = threadId === undefined ? found : shared;
    return { taken, draft, living };
  }

  function contentOf(
    threadId: string | undefined,
    taken: readonly OutboxRecord[],
    draft: Draft | undefined,
  ): Partial<OutboxContent> | undefined {
    const newThreadId = threadId === undefined ? early.takeNewThreadId() : undefined;
    if (taken.length === 0 && draft === undefined) return newThreadId === undefined ? undefined : { newThreadId };
    const content = taken.map((record) => record.content).reduce(joinContents, NOTHING_KEPT);
    const found = { ...content, newThreadId: content.newThreadId ?? newThreadId };
    return draft === undefined ? found : { ...found, draft };
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
        isRead.add(threadId);
        if (isFirst) onContent(contentOf(threadId, taken, draft));
        else if (taken.length > 0) onContent(contentOf(threadId, taken, undefined));
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

  async function write(
    threadId: string | undefined,
    { draft, ...content }: OutboxContent,
    writtenAtMs: number,
  ): Promise<void> {
    const thread = threadOf(threadId);
    const self = await ownerOnce();
    const record = { thread, writtenAtMs };
    const ownDraft = threadId === undefined ? draft : { text: "", attachments: [] };
    const own = { ...record, key: recordKey(thread, self), owner: self, content, draft: ownDraft };
    const isEmpty = isEmptyContent({ ...content, draft: ownDraft });
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
    await keep({ ...record, key: recordKey(thread, ""), owner: "", content: NOTHING_KEPT, draft }, isEmptyDraft(draft));
    channel.announce({ type: "draft-changed", threadId });
  }

  let writing = Promise.resolve();
  return {
    attach,
    write: (threadId, content) => {
      const writtenAtMs = timeOfDay();
      early.write(threadId, content, { writtenAtMs, isWhole: isRead.has(threadId) });
      const kept = writing.then(() => write(threadId, content, writtenAtMs)).catch(() => {}); // what no storage can hold: the next is kept again
      writing = kept;
      void kept.then(() => {
        if (writing === kept) early.clear();
      });
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
export function createBrowserOutboxStore(
  scope: string,
  channel: TabChannel,
  early: EarlyWords = createEarlyWords(scope),
): OutboxStore {
  return createOutboxStore({
    early,
    shelf: createBrowserShelf(),
    channel,
    locks: createWebLocks(),
    hasFocus: () => globalThis.document?.hasFocus() ?? true,
    timeOfDay: () => Date.now(),
  });
}

import { createUuid } from "@/lib/transport";
import { createStoredEntries } from "../stored-entries";
import { EMPTY_DRAFT } from "./draft";
import { NOTHING_KEPT, type OutboxContent } from "./outbox";
import { type OutboxRecord, outboxThread, recordKey } from "./outbox-shelf";

/** Without the files, which no text can hold: `files` are their ids. */
export type EarlyRecord = OutboxRecord & {
  readonly files: readonly string[];
  /** What the shelf had before is in it; else it belongs behind that. */
  readonly isWhole: boolean;
};

export type EarlyTime = Pick<EarlyRecord, "writtenAtMs" | "isWhole">;

/**
 * What was typed and sent and is not on the outbox's shelf yet: the engine is still to come, or the shelf is still being
 * written. It lies in the tab's own storage, which is written at once, so that a reload in that time finds it. Nothing
 * throws.
 */
export type EarlyWords = {
  /** Names the server, and the agent where the page names one. */
  readonly scope: string;
  /** Names this page, and its records on the shelf. Not to be asked for while rendering. */
  page(): string;
  /** The id that a new thread will have which something was sent into before its outbox was read; given once. */
  takeNewThreadId(): string | undefined;
  /** In place of what was written of the thread before. `writtenAtMs`: since 1970. */
  write(threadId: string | undefined, content: OutboxContent, at: EarlyTime): void;
  /** All of it is on the shelf. */
  clear(): void;
  /** The pages that were in this tab before, and what they left: `EarlyRecord`s, as some version of them wrote those. */
  left(): readonly (readonly [page: string, records: readonly unknown[]])[];
  clearLeft(): void;
};

/** Sessions of one document, which share its tab's storage: what another of them keeps was left by nobody. */
const ofThisDocument = new Set<string>();

/** `storage` is asked for at each call, never while rendering. `living`: the names of this document's pages. */
export function createEarlyWords(
  scope: string,
  storage: () => Storage | undefined = () => globalThis.sessionStorage,
  living = ofThisDocument,
): EarlyWords {
  const stored = createStoredEntries(`toolweave:early:${scope}`, Array.isArray, storage);
  const written = new Map<string | undefined, readonly EarlyRecord[]>();
  let name: string | undefined;
  let newThreadId: string | undefined;
  const page = () => {
    name ??= createUuid();
    living.add(name);
    return name;
  };

  function recordsOf(threadId: string | undefined, { draft, ...content }: OutboxContent, at: EarlyTime) {
    const thread = outboxThread(scope, threadId);
    const words = { draft: { text: draft.text, attachments: [] }, files: draft.attachments.map(({ id }) => id) };
    const own = { ...at, thread, key: recordKey(thread, page()), owner: page() };
    if (threadId === undefined) {
      if (!at.isWhole && content.unsent.length > 0) newThreadId ??= createUuid();
      return [{ ...own, ...words, content: { ...content, newThreadId: content.newThreadId ?? newThreadId } }];
    }
    const shared = { ...at, thread, key: recordKey(thread, ""), owner: "" };
    return [
      { ...own, content, ...NO_WORDS },
      { ...shared, ...words, content: NOTHING_KEPT },
    ];
  }

  function store(): void {
    const others = stored.read().filter(([key]) => key !== page());
    stored.write([...others, [page(), [...written.values()].flat()]]);
  }

  return {
    scope,
    page,
    takeNewThreadId: () => {
      const taken = newThreadId;
      newThreadId = undefined;
      return taken;
    },
    write: (threadId, content, at) => {
      written.set(threadId, recordsOf(threadId, content, at));
      store();
    },
    clear: () => {
      if (written.size === 0) return;
      written.clear();
      store();
    },
    left: () => stored.read().filter(([key]) => !living.has(key)),
    clearLeft: () => stored.write(stored.read().filter(([key]) => living.has(key))),
  };
}

const NO_WORDS = { draft: EMPTY_DRAFT, files: [] };

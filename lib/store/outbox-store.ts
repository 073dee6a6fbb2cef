import type { OutboxContent } from "./thread/outbox";

/** Keeps what was typed and not sent, thread by thread. Neither method throws: what cannot be kept is lost with the page. */
export type OutboxStore = {
  read(threadId: string | undefined): OutboxContent | undefined;
  write(threadId: string | undefined, content: OutboxContent): void;
};

const MAX_THREADS = 20;
const MAX_MESSAGES = 50;
const MAX_CHARS = 200_000;

/** Oldest change first. */
type Entries = readonly (readonly [threadId: string, OutboxContent])[];

/**
 * In the tab's own storage: it outlives a reload, and another tab does not see it. `scope` names the server; at most 20
 * threads, 50 messages each, 200 000 characters in all, newest first. `storage` is asked for at each call, never while
 * rendering.
 */
export function createOutboxStore(
  scope: string,
  storage: () => Storage | undefined = () => globalThis.sessionStorage,
): OutboxStore {
  const name = `toolweave:outbox:${scope}`;

  function entries(): Entries {
    try {
      const read: unknown = JSON.parse(storage()?.getItem(name) ?? "[]");
      return Array.isArray(read) ? read.filter(isEntry).slice(-MAX_THREADS) : [];
    } catch {
      return []; // storage is refused, or somebody else wrote there
    }
  }

  return {
    read: (threadId) => entries().find(([key]) => key === keyOf(threadId))?.[1],
    write: (threadId, content) => {
      const others = entries().filter(([key]) => key !== keyOf(threadId));
      const isEmpty = content.draft === "" && content.queue.length === 0 && content.unsent.length === 0;
      const own: Entries = isEmpty ? [] : [[keyOf(threadId), bounded(content)]];
      const kept = fitting([...others, ...own]);
      try {
        if (kept.length === 0) storage()?.removeItem(name);
        else storage()?.setItem(name, JSON.stringify(kept));
      } catch {
        // full or refused: the page goes on without
      }
    },
  };
}

/** Threads have ids; a new one has none. */
function keyOf(threadId: string | undefined): string {
  return threadId ?? "";
}

function bounded({ queue, unsent, ...rest }: OutboxContent): OutboxContent {
  return { queue: queue.slice(0, MAX_MESSAGES), unsent: unsent.slice(0, MAX_MESSAGES), ...rest };
}

/** The newest that fit. */
function fitting(all: Entries): Entries {
  let chars = 0;
  const kept = all
    .slice(-MAX_THREADS)
    .toReversed()
    .filter((entry) => {
      chars += JSON.stringify(entry).length;
      return chars <= MAX_CHARS;
    });
  return kept.toReversed();
}

function isEntry(value: unknown): value is Entries[number] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && isContent(value[1]);
}

function isContent(value: unknown): value is OutboxContent {
  const { queue, unsent, draft, isHeld } = fieldsOf(value);
  const isQueue =
    Array.isArray(queue) && queue.every((item) => isMessage(item) && isBoolean(fieldsOf(item).cancelsCalls));
  return isQueue && Array.isArray(unsent) && unsent.every(isMessage) && typeof draft === "string" && isBoolean(isHeld);
}

function isMessage(value: unknown): boolean {
  const { id, text } = fieldsOf(value);
  return typeof id === "string" && id !== "" && typeof text === "string";
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

import { encodeSse } from "@/lib/protocol";
import type { ServerMetrics } from "../../telemetry/run-metrics";

/** What a reader gets at once: events in wire form, and whether more can follow. `trimmed`: events are missing. */
export type LogBatch = { readonly text: string; readonly state: "open" | "closed" | "trimmed" };

/** One reader's place in a run's events. Readers never affect each other or the run. */
export type LogCursor = {
  /** Waits until there is something to read; what gathers within one turn of the event loop comes as one batch. */
  next(): Promise<LogBatch>;
  /** Forgets the reader; a waiting `next` is never answered. */
  close(): void;
};

/** The right of one attempt to write the events of its run. */
export type LogWriter = {
  /**
   * `data` is JSON text on one line. Never waits, since a run must not wait for its log: a log beyond this process
   * sends what was appended in the background. Nothing is written when the run is closed, forgotten or taken over;
   * false, as soon as that is known here.
   */
  append(event: string, data: string): boolean;
  /** No more events will come; the log is forgotten after the keeping time. Resolves when readers can get everything. */
  close(): Promise<void>;
};

/**
 * The events of runs, numbered from 0 in each run, kept while a run is alive and a while after.
 * Ids on the wire are `<run id>:<number>`.
 */
export type EventLog = {
  /**
   * Opens a run's log for an attempt at it. A higher attempt goes on after the last event and takes the log from the
   * lower ones; a lower or equal attempt is refused: its writer changes nothing.
   */
  open(runId: string, attempt: number): Promise<LogWriter>;
  /** Starts after event number `after`: -1 for all, Infinity for what comes from now on. `undefined`: not kept. */
  follow(runId: string, after: number): Promise<LogCursor | undefined>;
  /** The number of the oldest event that is kept; greater than 0 once the log was trimmed. `undefined`: not kept. */
  firstKept(runId: string): Promise<number | undefined>;
  /** Drops a run's events as soon as those who read it now have been given them. */
  forget(runId: string): Promise<void>;
  /** How many readers of this process have not yet been given the end of their run. */
  readerCount(): number;
  /** What all runs together take up in this process now. */
  byteCount(): number;
};

export type EventLogOptions = {
  /** How long a settled run can be read again. */
  readonly keepMs?: number;
  /** All runs together; the oldest settled runs that nobody reads go first, then the oldest events of the longest run. */
  readonly maxBytes?: number;
  /** Told about readers. */
  readonly metrics?: Pick<ServerMetrics, "readersChanged" | "readerDropped">;
};

type Entry = {
  readonly events: string[];
  first: number;
  bytes: number;
  isClosed: boolean;
  isForgotten?: boolean;
  attempt: number;
  /** How many have not yet been given its end. */
  readers: number;
  expiry?: NodeJS.Timeout;
  readonly waiting: Set<() => void>;
};

const DEFAULT_KEEP_MS = 5 * 60_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
/** What a string costs besides its characters, about. */
const EVENT_OVERHEAD_BYTES = 48;
const MAX_BATCH_CHARACTERS = 256 * 1024;

/** An event log in the memory of this process. */
export function createEventLog({
  keepMs = DEFAULT_KEEP_MS,
  maxBytes = DEFAULT_MAX_BYTES,
  metrics,
}: EventLogOptions = {}): EventLog {
  const entries = new Map<string, Entry>();
  const readers = new Set<LogCursor>();
  let totalBytes = 0;

  function drop(runId: string): void {
    const entry = entries.get(runId);
    if (!entry) return;
    clearTimeout(entry.expiry);
    entries.delete(runId);
    totalBytes -= entry.bytes;
    entry.first += entry.events.length; // a reader that is still behind learns that events are missing
    entry.events.length = 0;
    entry.isClosed = true;
    wake(entry);
  }

  function makeRoom(): void {
    for (const [runId, entry] of entries) {
      if (totalBytes <= maxBytes) return;
      if (entry.isClosed && entry.readers === 0) drop(runId);
    }
    while (totalBytes > maxBytes) {
      const longest = [...entries.values()].reduce((a, b) => (b.bytes > a.bytes ? b : a));
      if (longest.events.length < 2) return; // one huge event must still reach its readers
      const removed = longest.events.splice(0, Math.ceil(longest.events.length / 2));
      const bytes = removed.reduce((sum, text) => sum + sizeOf(text), 0);
      longest.first += removed.length;
      longest.bytes -= bytes;
      totalBytes -= bytes;
    }
  }

  function writerOf(runId: string, entry: Entry, attempt: number): LogWriter {
    const isMine = () => !entry.isClosed && entry.attempt === attempt;
    return {
      append(event, data) {
        if (!isMine()) return false;
        const text = encodeSse(event, data, `${runId}:${entry.first + entry.events.length}`);
        const bytes = sizeOf(text);
        entry.events.push(text);
        entry.bytes += bytes;
        totalBytes += bytes;
        if (totalBytes > maxBytes) makeRoom();
        if (entry.waiting.size > 0) wake(entry);
        return true;
      },
      async close() {
        if (!isMine()) return;
        entry.isClosed = true;
        entry.expiry = setTimeout(drop, keepMs, runId);
        entry.expiry.unref();
        wake(entry);
      },
    };
  }

  return {
    async open(runId, attempt) {
      let entry = entries.get(runId);
      if (!entry) {
        entry = { events: [], first: 0, bytes: 0, isClosed: false, attempt, readers: 0, waiting: new Set() };
        entries.set(runId, entry);
      } else if (!entry.isClosed && entry.attempt < attempt) entry.attempt = attempt;
      else return { append: () => false, close: async () => undefined };
      return writerOf(runId, entry, attempt);
    },

    async follow(runId, after) {
      const entry = entries.get(runId);
      if (!entry) return undefined;
      const cursor = createCursor(entry, after, (isDropped) => {
        if (!readers.delete(cursor)) return;
        entry.readers -= 1;
        if (entry.isForgotten && entry.readers === 0) setImmediate(drop, runId); // it still takes its last events along
        metrics?.readersChanged(-1);
        if (isDropped) metrics?.readerDropped();
      });
      readers.add(cursor);
      entry.readers += 1;
      metrics?.readersChanged(1);
      return cursor;
    },

    firstKept: async (runId) => entries.get(runId)?.first,
    async forget(runId) {
      const entry = entries.get(runId);
      if (entry) entry.isForgotten = true;
      if (entry?.readers === 0) drop(runId);
    },
    readerCount: () => readers.size,
    byteCount: () => totalBytes,
  };
}

function createCursor(entry: Entry, after: number, onDone: (isDropped: boolean) => void): LogCursor {
  let position = Math.min(after + 1, entry.first + entry.events.length);
  let wakeUp: (() => void) | undefined;

  function hasNews(): boolean {
    return position < entry.first + entry.events.length || entry.isClosed || position < entry.first;
  }

  return {
    async next() {
      if (!hasNews()) {
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
          entry.waiting.add(resolve);
        });
      }
      await new Promise((resolve) => setImmediate(resolve)); // a stream costs by the chunk, so gather first
      if (position < entry.first) {
        onDone(true);
        return { text: "", state: "trimmed" };
      }
      const start = position - entry.first;
      let end = start;
      let characters = 0;
      while (end < entry.events.length && characters < MAX_BATCH_CHARACTERS)
        characters += entry.events[end++]?.length ?? 0;
      position = entry.first + end;
      const isEnd = entry.isClosed && end === entry.events.length;
      if (isEnd) onDone(false);
      return { text: entry.events.slice(start, end).join(""), state: isEnd ? "closed" : "open" };
    },
    close() {
      onDone(false);
      if (wakeUp) entry.waiting.delete(wakeUp);
    },
  };
}

function wake(entry: Entry): void {
  for (const resolve of entry.waiting) resolve();
  entry.waiting.clear();
}

function sizeOf(text: string): number {
  return Buffer.byteLength(text) + EVENT_OVERHEAD_BYTES;
}

import type { StreamEvent } from "@/lib/protocol";
import type { Clock, EventBatch } from "@/lib/transport";
import type { Failure, FeedReader, RunFeed } from "./run-reader";

export type RunConnection = RunFeed & {
  /** Nothing is asked for before this. `isUnread`: asks for the first event although nobody reads; with it a run starts. */
  begin(options: { readonly isUnread: boolean }): void;
  /** Ends for good; the run goes on. */
  close(): void;
};

type Callbacks = {
  /** Opens the run's stream, behind the last event that was read. */
  readonly open: (lastEventId: string | undefined, signal: AbortSignal) => AsyncIterable<EventBatch>;
  /** False while the request that starts the run is under way: it is not left before the server has it. */
  readonly mayLeave: () => boolean;
  readonly take: (event: StreamEvent) => void;
  /** The run has settled, or cannot be read any more. Called once. */
  readonly onEnd: (failure: Failure | undefined) => void;
};

/**
 * Reads a run's events one by one, each only because a reader waits for something and none that matters to it is full: a
 * reader that stops stops the socket. When the last reader leaves, the connection is closed; the next one opens it behind the last event.
 */
export function createRunConnection({ open, mayLeave, take, onEnd }: Callbacks, clock: Clock): RunConnection {
  const readers = new Set<FeedReader>();
  let connection: { readonly events: AsyncIterator<StreamEvent>; readonly abort: AbortController } | undefined;
  let lastEventId: string | undefined;
  let hasBegun = false;
  let isStarting = false;
  let isReading = false;
  let isOver = false;

  function isWanted(): boolean {
    if (!hasBegun) return false;
    if (isStarting) return true; // also when it was left meanwhile: what was asked for is started
    if (isOver) return false;
    const fullRank = Math.max(-1, ...[...readers].filter((reader) => reader.isFull()).map(({ rank }) => rank));
    return [...readers].some((reader) => reader.rank > fullRank && reader.isStarving());
  }

  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (isWanted()) {
      connection ??= connect();
      const { events, abort } = connection;
      try {
        const step = await events.next();
        if (step.done) {
          isStarting = false;
          end(undefined);
        } else takeEvent(step.value);
      } catch (error) {
        isStarting = false;
        if (abort.signal.aborted) connection = undefined;
        else end({ error });
      }
    }
    isReading = false;
  }

  function connect() {
    const abort = new AbortController();
    return { abort, events: oneByOne(open(lastEventId, abort.signal)) };
  }

  function takeEvent(event: StreamEvent): void {
    isStarting = false;
    if (isOver) {
      connection?.abort.abort();
      return;
    }
    if (event.id !== "") lastEventId = event.id;
    take(event);
    if (readers.size === 0) leaveSoon();
  }

  function end(failure: Failure | undefined): void {
    if (isOver) return;
    isOver = true;
    onEnd(failure);
  }

  /** Not at once: who leaves one loop mostly begins the next. */
  function leaveSoon(): void {
    clock.setTimer(() => {
      if (readers.size > 0 || isStarting || isOver || !mayLeave()) return;
      connection?.abort.abort();
      if (!isReading) connection = undefined;
    }, 0);
  }

  return {
    rank: 0,
    attach: (reader) => {
      if (!isOver) readers.add(reader);
    },
    detach: (reader) => {
      readers.delete(reader);
      if (readers.size === 0) leaveSoon();
      else void read(); // it may have been the one that was full
    },
    pull: () => void read(),
    begin: ({ isUnread }) => {
      hasBegun = true;
      isStarting = isUnread;
      void read();
    },
    close: () => {
      end(undefined);
      if (mayLeave()) connection?.abort.abort();
    },
  };
}

/** The next batch is asked for when the last one is used up. */
async function* oneByOne(batches: AsyncIterable<EventBatch>): AsyncGenerator<StreamEvent> {
  for await (const batch of batches) yield* batch;
}

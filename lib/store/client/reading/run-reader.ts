/** The network's end of everything that is read of a run: nothing is fetched unless a reader waits. */
export type RunFeed = {
  /** How deep its readers look: 0 for the run, more for each message, call and sub-agent in it. */
  readonly rank: number;
  attach(reader: FeedReader): void;
  detach(reader: FeedReader): void;
  /** A reader waits, or has made room. */
  pull(): void;
};

/**
 * How one reader stands. One that is full holds the network for others of its rank and above, not for those that look
 * deeper: a loop over messages is full because its body reads one of them.
 */
export type FeedReader = { readonly rank: number; isStarving(): boolean; isFull(): boolean };

/** The same feed, for readers of what is found in it. */
export function deeper(feed: RunFeed): RunFeed {
  return { ...feed, rank: feed.rank + 1 };
}

/** Where items for one reader go. `load` is the share of its bound that the item takes. */
export type Sink<Item> = {
  push(item: Item, load: number, combine?: (last: Item, next: Item) => Item): void;
  /** Nothing follows. Items that wait are still delivered, then the failure is thrown. */
  end(failure: Failure | undefined): void;
};

/** Why a run, or what was read of it, came to a bad end. */
export type Failure = { readonly error: unknown };

/** Connects a sink with its source, earlier items first; the returned function takes it back. */
export type Connect<Item> = (sink: Sink<Item>) => () => void;

/** An iterable whose every loop is a reader of its own. It begins with its first `next`, and `break` ends it. */
export function createReadable<Item>(feed: RunFeed, connect: Connect<Item>): AsyncIterable<Item> {
  return { [Symbol.asyncIterator]: () => createReader(feed, connect) };
}

function createReader<Item>(feed: RunFeed, connect: Connect<Item>): AsyncIterator<Item, undefined> {
  const waiting: { item: Item; load: number }[] = [];
  let load = 0;
  let ending: { readonly failure: Failure | undefined } | undefined;
  let more: PromiseWithResolvers<void> | undefined;
  let disconnect: (() => void) | undefined;
  let isOver = false;
  const reader: FeedReader = { rank: feed.rank, isStarving: () => more !== undefined, isFull: () => load >= 1 };

  const wake = () => {
    more?.resolve();
    more = undefined;
  };
  const sink: Sink<Item> = {
    push: (item, itemLoad, combine) => {
      const last = combine === undefined ? undefined : waiting.at(-1);
      load += itemLoad;
      if (last === undefined || combine === undefined) waiting.push({ item, load: itemLoad });
      else {
        last.item = combine(last.item, item);
        last.load += itemLoad;
      }
      wake();
    },
    end: (failure) => {
      ending ??= { failure };
      wake();
    },
  };

  function leave(): void {
    if (isOver) return;
    isOver = true;
    if (disconnect === undefined) return;
    disconnect();
    feed.detach(reader);
    wake();
  }

  async function next(): Promise<IteratorResult<Item, undefined>> {
    if (!isOver && disconnect === undefined) {
      feed.attach(reader);
      disconnect = connect(sink);
    }
    while (waiting.length === 0 && !isOver) {
      if (ending !== undefined) {
        leave();
        if (ending.failure !== undefined) throw ending.failure.error;
        break;
      }
      more ??= Promise.withResolvers<void>();
      const { promise } = more;
      feed.pull();
      await promise;
    }
    const taken = isOver ? undefined : waiting.shift();
    if (taken === undefined) return { done: true, value: undefined };
    load -= taken.load;
    feed.pull();
    return { done: false, value: taken.item };
  }

  return {
    next,
    return: async () => {
      leave();
      return { done: true, value: undefined };
    },
  };
}

/** Reads to the end; the items do not matter. Rejects with the failure. */
export async function drained(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _item of items);
}

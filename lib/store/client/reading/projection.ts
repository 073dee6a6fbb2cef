import { type Connect, createReadable, type Failure, type RunFeed, type Sink } from "./run-reader";

/** One kind of thing that a run says, for any number of readers, each at its own pace. */
export type Projection<Item> = {
  push(item: Item): void;
  /** Nothing follows; the first call counts. */
  end(failure?: Failure): void;
  readonly items: AsyncIterable<Item>;
  readonly connect: Connect<Item>;
};

export type ProjectionOptions<Item> = {
  /** The share of a reader's bound that an item takes; 0 for what costs nothing more to keep. */
  readonly load: (item: Item) => number;
  /** What a reader that begins now has missed. */
  readonly earlier?: () => readonly Item[];
  /** Two items that a slow reader gets as one. */
  readonly combine?: (last: Item, next: Item) => Item;
};

export function createProjection<Item>(feed: RunFeed, options: ProjectionOptions<Item>): Projection<Item> {
  const sinks = new Set<Sink<Item>>();
  let ending: { readonly failure: Failure | undefined } | undefined;
  const give = (sink: Sink<Item>, item: Item) => sink.push(item, options.load(item), options.combine);

  const connect: Connect<Item> = (sink) => {
    for (const item of options.earlier?.() ?? []) give(sink, item);
    if (ending === undefined) sinks.add(sink);
    else sink.end(ending.failure);
    return () => sinks.delete(sink);
  };

  return {
    push: (item) => {
      for (const sink of sinks) give(sink, item);
    },
    end: (failure) => {
      if (ending !== undefined) return;
      ending = { failure };
      for (const sink of sinks) sink.end(failure);
      sinks.clear();
    },
    items: createReadable(feed, connect),
    connect,
  };
}

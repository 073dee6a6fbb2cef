/** Something to loop over while it comes, or to await whole. */
export type Awaitable<Item, Whole> = AsyncIterable<Item> & PromiseLike<Whole>;

/** `whole` is asked only when somebody awaits. */
export function createAwaitable<Item, Whole>(
  items: AsyncIterable<Item>,
  whole: () => Promise<Whole>,
): Awaitable<Item, Whole> {
  return {
    [Symbol.asyncIterator]: () => items[Symbol.asyncIterator](),
    // biome-ignore lint/suspicious/noThenProperty: awaited on purpose, as LangChain's own projections are
    then: (onWhole, onFailure) => whole().then(onWhole, onFailure),
  };
}

/** A promise made at the first call. Whoever awaits it gets its failure; nobody else is told of one that is not awaited. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    if (made === undefined) {
      made = make();
      made.catch(() => {}); // the run's iterables throw the same
    }
    return made;
  };
}

/** Runs work on one key (a thread, a file) one after another, in order of arrival; different keys do not wait for each other. */
export type KeyedLock = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * A lock for one process. It is not re-entrant: work must not ask for the lock of its own key.
 * Holds no memory for a key that nobody works on.
 */
export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<void>>();
  return async (key, work) => {
    const before = tails.get(key);
    const { promise: tail, resolve: release } = Promise.withResolvers<void>();
    tails.set(key, tail);
    await before;
    try {
      return await work();
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
      release();
    }
  };
}

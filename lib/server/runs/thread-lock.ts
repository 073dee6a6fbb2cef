/** Runs work on one thread one after another, in order of arrival; different threads do not wait for each other. */
export type ThreadLock = <Result>(threadId: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * A lock for the threads of one process. It is not re-entrant: work must not ask for the lock of its own thread.
 * Holds no memory for a thread that nobody works on.
 */
export function createThreadLock(): ThreadLock {
  const tails = new Map<string, Promise<void>>();
  return async (threadId, work) => {
    const before = tails.get(threadId);
    const { promise: tail, resolve: release } = Promise.withResolvers<void>();
    tails.set(threadId, tail);
    await before;
    try {
      return await work();
    } finally {
      if (tails.get(threadId) === tail) tails.delete(threadId);
      release();
    }
  };
}

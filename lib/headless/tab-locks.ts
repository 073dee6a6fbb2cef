/** Locks between the tabs of one browser: they spare needless claims and tell whether a page still lives. */
export type TabLocks = {
  /** Takes a lock if nobody has it; the returned function gives it back. `undefined`: another tab has it. */
  take(name: string): Promise<(() => void) | undefined>;
  /** Resolves when the lock is free, or when the signal aborts. Never takes it for longer than a moment. */
  whenFree(name: string, signal: AbortSignal): Promise<void>;
  /** `undefined`: cannot be known here. */
  isTaken(name: string): Promise<boolean | undefined>;
};

/**
 * Web Locks. Insecure origins have none: there every lock is free to take, nothing is known of other tabs, and the
 * server's claim alone decides.
 */
export function createWebLocks(locks: LockManager | null = globalThis.navigator?.locks ?? null): TabLocks {
  if (locks === null) return NO_LOCKS;
  const take = async (name: string): Promise<(() => void) | undefined> => {
    const taken = Promise.withResolvers<(() => void) | undefined>();
    const held = Promise.withResolvers<void>();
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        taken.resolve(lock === null ? undefined : () => held.resolve());
        return lock === null ? undefined : held.promise;
      })
      .catch((error: unknown) => taken.reject(error));
    return await taken.promise;
  };
  return {
    take,
    whenFree: async (name, signal) => {
      try {
        await locks.request(name, { signal }, () => undefined);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    isTaken: async (name) => {
      const release = await take(name);
      release?.();
      return release === undefined;
    },
  };
}

const NO_LOCKS: TabLocks = {
  take: async () => () => {},
  whenFree: (_name, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve());
    }),
  isTaken: async () => undefined,
};

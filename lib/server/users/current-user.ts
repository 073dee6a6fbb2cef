import { AsyncLocalStorage } from "node:async_hooks";

const KEY = Symbol.for("toolweave.user");
/** Once for the process: a bundler makes copies of this module, one that runs a graph and one that its store asks. */
const shared = globalThis as { [KEY]?: AsyncLocalStorage<string> };
shared[KEY] ??= new AsyncLocalStorage<string>();

/** Whose run is executed here and now. */
const current = shared[KEY];

/** Does work on behalf of a user; what it starts, however late, is on their behalf too. */
export function asUser<Result>(userId: string, work: () => Result): Result {
  return current.run(userId, work);
}

/** Throws a TypeError outside of runs: there, nobody can say whose data is meant. */
export function currentUserId(): string {
  const userId = current.getStore();
  if (userId !== undefined) return userId;
  throw new TypeError("The store belongs to the user of a run: use it inside of the graph's nodes and tools.");
}

import { AsyncLocalStorage } from "node:async_hooks";

/** Whose work something is, and since when (`Storage.eraOf`). */
export type CurrentUser = { readonly userId: string; readonly era: object | undefined };

const KEY = Symbol.for("toolweave.user");
/** Once for the process: a bundler makes copies of this module, one that runs a graph and one that its store asks. */
const shared = globalThis as { [KEY]?: AsyncLocalStorage<CurrentUser> };
shared[KEY] ??= new AsyncLocalStorage<CurrentUser>();

/** Whose run is executed here and now. */
const current = shared[KEY];

/** Does work on behalf of a user; what it starts, however late, is on their behalf too. */
export function asUser<Result>(user: CurrentUser, work: () => Result): Result {
  return current.run(user, work);
}

/** Throws a TypeError outside of runs: there, nobody can say whose data is meant. */
export function currentUser(): CurrentUser {
  const user = current.getStore();
  if (user !== undefined) return user;
  throw new TypeError("The store belongs to the user of a run: use it inside of the graph's nodes and tools.");
}

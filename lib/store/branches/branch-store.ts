import { createStoredEntries } from "../stored-entries";

/** Remembers which branch of a thread is shown: the checkpoint at which it ends. Neither method throws. */
export type BranchStore = {
  read(threadId: string): string | undefined;
  /** `undefined`: the newest. */
  write(threadId: string, checkpointId: string | undefined): void;
};

const MAX_THREADS = 50;

/**
 * In the tab's own storage, so that it outlives a reload; another tab shows the newest. `scope` names the server; at
 * most 50 threads, the newest choice first. `storage` is asked for at each call, never while rendering.
 */
export function createBranchStore(
  scope: string,
  storage: () => Storage | undefined = () => globalThis.sessionStorage,
): BranchStore {
  const stored = createStoredEntries(`toolweave:branches:${scope}`, isText, storage);
  return {
    read: (threadId) => stored.read().find(([key]) => key === threadId)?.[1],
    write: (threadId, checkpointId) => {
      const others = stored.read().filter(([key]) => key !== threadId);
      const kept = checkpointId === undefined ? others : [[threadId, checkpointId] as const, ...others];
      stored.write(kept.slice(0, MAX_THREADS));
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

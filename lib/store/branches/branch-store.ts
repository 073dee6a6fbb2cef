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
  const name = `toolweave:branches:${scope}`;

  function entries(): [string, string][] {
    try {
      const read: unknown = JSON.parse(storage()?.getItem(name) ?? "[]");
      return Array.isArray(read) ? read.filter(isEntry).slice(0, MAX_THREADS) : [];
    } catch {
      return []; // storage is refused, or somebody else wrote there
    }
  }

  return {
    read: (threadId) => entries().find(([key]) => key === threadId)?.[1],
    write: (threadId, checkpointId) => {
      const others = entries().filter(([key]) => key !== threadId);
      const kept = checkpointId === undefined ? others : [[threadId, checkpointId], ...others].slice(0, MAX_THREADS);
      try {
        if (kept.length === 0) storage()?.removeItem(name);
        else storage()?.setItem(name, JSON.stringify(kept));
      } catch {
        // full or refused: after a reload the newest branch is shown
      }
    },
  };
}

function isEntry(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

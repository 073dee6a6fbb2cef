import type { Database } from "better-sqlite3";
import { ToolweaveError } from "@/lib/errors";

/** Where a run's configuration carries its fence; LangGraph hands such keys on to the saver and stores none of them. */
export const FENCE_KEY = "__toolweave_fence";

type Config = { readonly configurable?: Record<string, unknown> };

/** The fence that a write comes with; writes of nobody's run have none. */
export function readFence(config: Config): number | undefined {
  const fence = config.configurable?.[FENCE_KEY];
  return typeof fence === "number" ? fence : undefined;
}

/**
 * Throws `conflict` when a thread has been given to a newer attempt (`newest`), or is gone (`undefined`): an attempt that
 * was paused and comes back changes nothing.
 */
export function assertNewest(threadId: string, fence: number | undefined, newest: number | undefined): void {
  if (fence === undefined || (newest !== undefined && newest <= fence)) return;
  throw new ToolweaveError("conflict", "This attempt was overtaken by a newer one; what it still writes is refused.", {
    context: { thread_id: threadId, attempt: fence },
  });
}

/** Writes, all or nothing; throws as `assertNewest` does, and then writes nothing. Without a fence nobody's attempt is asked for. */
export type FencedWrite = (threadId: string, fence: number | undefined, write: () => void) => void;

/** In SQLite one fenced write is one transaction. */
export function createFencedWrite(database: Database): FencedWrite {
  const newest = database.prepare("SELECT fence FROM threads WHERE thread_id = ?");
  return database.transaction<FencedWrite>((threadId, fence, write) => {
    if (fence !== undefined) {
      const row = newest.get(threadId) as { fence: number } | undefined; // the column named above
      assertNewest(threadId, fence, row?.fence);
    }
    write();
  }).immediate;
}

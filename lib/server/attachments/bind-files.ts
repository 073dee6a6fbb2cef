import { fileNotAttachable, noSuchAttachment } from "./refusals";
import type { AttachmentStore } from "./store/attachment-store";

/** Files of a user that work on a thread names. */
export type Binding = { readonly userId: string; readonly threadId: string; readonly ids: readonly string[] };

/**
 * Gives files to a thread while `work` puts them into its messages, and for good where that comes through. Where it does not,
 * those that were in no thread before are in none again, and can be sent once more. Throws `not_found` for a file that is not
 * there, is somebody else's, or is in other threads only.
 */
export type BindFiles = <Result>(binding: Binding, work: () => Promise<Result>) => Promise<Result>;

/** What goes on with one file in one thread: of two requests that name it, one may be refused and the other not. */
type Hold = { requests: number; isNew: boolean; isKept: boolean };

export function createBindFiles(store: AttachmentStore): BindFiles {
  const holds = new Map<string, Hold>();
  const placeOf = (threadId: string, id: string) => `${threadId} ${id}`;

  async function take({ userId, threadId }: Binding, id: string): Promise<Hold> {
    const hold = holds.get(placeOf(threadId, id)) ?? { requests: 0, isNew: false, isKept: false };
    holds.set(placeOf(threadId, id), hold);
    hold.requests += 1;
    let isFound = false;
    try {
      await store.changeThreads(id, ({ userId: owner, threadIds }) => {
        if (owner !== userId) return undefined;
        if (threadIds.length > 0 && !threadIds.includes(threadId)) throw fileNotAttachable(id);
        isFound = true;
        if (threadIds.length > 0) return undefined;
        hold.isNew = true;
        return [threadId];
      });
      if (!isFound) throw noSuchAttachment(id);
      return hold;
    } catch (error) {
      await release(threadId, id, hold);
      throw error;
    }
  }

  async function release(threadId: string, id: string, hold: Hold): Promise<void> {
    hold.requests -= 1;
    const isLast = () => hold.requests === 0;
    if (isLast() && hold.isNew && !hold.isKept) {
      await store.changeThreads(id, ({ threadIds }) =>
        isLast() ? threadIds.filter((other) => other !== threadId) : undefined,
      );
    }
    if (isLast()) holds.delete(placeOf(threadId, id));
  }

  return async (binding, work) => {
    const { threadId, ids } = binding;
    const taken = new Map<string, Hold>();
    try {
      for (const id of ids) taken.set(id, await take(binding, id));
      const result = await work();
      for (const hold of taken.values()) hold.isKept = true;
      return result;
    } finally {
      for (const [id, hold] of taken) await release(threadId, id, hold);
    }
  };
}

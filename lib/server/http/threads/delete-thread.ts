import type { Services } from "../services";

/** Whether a thread is the one that is meant, beyond whose it is. */
type IsMeant = () => Promise<boolean>;

/**
 * Ends what goes on on a user's thread and deletes it with its runs, checkpoints, claims, events and files. Whose it is, and
 * `isMeant`, is asked when nothing else works on the thread any more: an id that was free for a moment may be somebody else's
 * since. False: nothing was deleted.
 */
export async function deleteThread(
  { runtime }: Pick<Services, "runtime">,
  { threadId, userId }: { readonly threadId: string; readonly userId: string },
  isMeant: IsMeant = async () => true,
): Promise<boolean> {
  const { storage, runs, log } = runtime;
  return runs.withThread(threadId, async () => {
    if ((await storage.threads.ownerOf(threadId)) !== userId || !(await isMeant())) return false;
    await runs.endThread(threadId);
    const runIds = await storage.runs.idsOf(threadId);
    const isDeleted = await storage.threads.delete(threadId);
    for (const runId of runIds) await log.forget(runId);
    return isDeleted;
  });
}

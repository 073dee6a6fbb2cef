import type { Services } from "../services";

/**
 * Ends what goes on on a thread and deletes it with its runs, checkpoints, claims, events and files. `isMeant` is asked when
 * nothing else works on the thread any more: an id that was free for a moment may be somebody else's since. False: nothing
 * was deleted.
 */
export async function deleteThread(
  { runtime }: Pick<Services, "runtime">,
  threadId: string,
  isMeant: () => Promise<boolean>,
): Promise<boolean> {
  const { storage, runs, log } = runtime;
  return runs.withThread(threadId, async () => {
    if (!(await isMeant())) return false;
    await runs.endThread(threadId);
    const runIds = await storage.runs.idsOf(threadId);
    const isDeleted = await storage.threads.delete(threadId);
    for (const runId of runIds) await log.forget(runId);
    return isDeleted;
  });
}

/** Deletes everything of a user, from the files too. What the user sends meanwhile may be kept. */
export async function deleteUser(services: Services, userId: string): Promise<void> {
  const { storage } = services.runtime;
  for (const threadId of await storage.threads.idsOf(userId)) {
    await deleteThread(services, threadId, async () => (await storage.threads.ownerOf(threadId)) === userId);
  }
  await services.attachments.deleteOf(userId);
  await storage.deleteItemsOf(userId);
  await storage.scrub();
}

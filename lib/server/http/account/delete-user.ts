import type { Services } from "../services";
import { deleteThread } from "../threads/delete-thread";

/** Deletes everything of a user. What the user sends meanwhile may be kept. */
export async function deleteUser(services: Services, userId: string): Promise<void> {
  const { storage } = services.runtime;
  for (const threadId of await storage.threads.idsOf(userId)) await deleteThread(services, { threadId, userId });
  await services.attachments.deleteOf(userId);
  await storage.deleteItemsOf(userId);
}

import type { Storage } from "../persistence/storage";
import type { AttachmentRecord, AttachmentStore } from "./store/attachment-store";

/** The storage, with files that go when their last thread goes and are shared when a thread is copied. */
export function withAttachments(storage: Storage, attachments: AttachmentStore): Storage {
  const { threads } = storage;
  return override(storage, {
    threads: override(threads, {
      copy: async (from, to) => {
        const copied = await threads.copy(from, to);
        if (!copied) return undefined;
        for (const { id } of await attachments.list({ threadId: from })) {
          await attachments.changeThreads(id, ({ threadIds }) => [...threadIds, to]);
        }
        return copied;
      },
      delete: async (threadId) => {
        const isDeleted = await threads.delete(threadId);
        await releaseThread(attachments, threadId);
        return isDeleted;
      },
    }),
  });
}

/** The same, except for these; a host's storage may be of classes, whose methods a spread would lose. */
function override<Base extends object>(base: Base, changes: Partial<Base>): Base {
  return Object.assign(Object.create(base) as Base, changes); // everything else is inherited
}

/** Deletes the files of a thread that no other thread has. */
async function releaseThread(attachments: AttachmentStore, threadId: string): Promise<void> {
  for (const { id } of await attachments.list({ threadId })) {
    await attachments.changeThreads(id, ({ threadIds }) => {
      const others = threadIds.filter((other) => other !== threadId);
      return others.length > 0 || !threadIds.includes(threadId) ? others : null;
    });
  }
}

/** Deletes files that were uploaded before `beforeMs` and never sent, those whose threads are gone, and what is left of others. */
export async function sweepOrphans(
  attachments: AttachmentStore,
  { exists }: Pick<Storage["threads"], "exists">,
  beforeMs: number,
): Promise<void> {
  for (const { id, threadIds } of await attachments.list({})) {
    // asked again when it acts: a message may have taken it meanwhile
    const isOrphan = (record: AttachmentRecord) => record.threadIds.length === 0 && record.createdAtMs < beforeMs;
    await attachments.changeThreads(id, (record) => (isOrphan(record) ? null : undefined));
    for (const threadId of threadIds) if (!(await exists(threadId))) await releaseThread(attachments, threadId);
  }
  await attachments.sweep?.();
}

import type { User } from "../../users";
import type { OpenPlace } from "../exchange/limits/open-limit";
import type { Services } from "../services";
import { exportThread } from "./export-thread";
import { writeList, writeObject } from "./write-json";
import { type ZipEntry, zip } from "./zip";

const ITEMS_PAGE = 100;

/**
 * Everything of a user as one zip: `user.json`, `threads/<id>.json`, `items.json`, `attachments.json` and the files beside it.
 * One checkpoint is in memory at a time, one page of items, and no file. Its place is given back when it is read, left or broken off.
 */
export function exportUser(services: Services, user: User, { release, signal }: OpenPlace): ReadableStream<Uint8Array> {
  const onFailure = (error: unknown) => services.reportError(error, { path: "/users/me/export" });
  return zip(entriesOf(services, user), { onFailure, onEnd: release, signal });
}

async function* entriesOf(services: Services, user: User): AsyncGenerator<ZipEntry> {
  const { attachments } = services;
  const { storage } = services.runtime;
  const json = (name: string, content: AsyncIterable<string>) => ({ name, content, isPacked: false });
  yield json("user.json", writeObject({ ...user, exported_at: new Date().toISOString() }, {}));
  for (const threadId of await storage.threads.idsOf(user.userId)) {
    const thread = await exportThread(storage, threadId, user.userId);
    if (thread) yield json(`threads/${threadId}.json`, thread);
  }
  yield json("items.json", writeList(itemsOf(services, user)));
  const files = await attachments.listOf(user.userId);
  yield json("attachments.json", writeList(files));
  for (const { id, name } of files) {
    const content = await attachments.read(user.userId, id, "file").catch(() => undefined); // deleted since
    if (content)
      yield { name: `attachments/${id}/${name}`, content: content as AsyncIterable<Uint8Array>, isPacked: true };
  }
}

async function* itemsOf({ runtime }: Services, { userId }: User): AsyncGenerator<unknown> {
  for (let offset = 0; ; offset += ITEMS_PAGE) {
    const page = await runtime.storage.itemsOf(userId).search([], { limit: ITEMS_PAGE, offset });
    yield* page;
    if (page.length < ITEMS_PAGE) return;
  }
}

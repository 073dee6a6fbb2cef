import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { stringifyWire } from "../../encoding/stringify-wire";
import type { User } from "../../users";
import type { Services } from "../services";
import { exportThread } from "./export-thread";

/** One file of the archive; JSON is compressed, files of the person are as they are. */
type Entry = {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | Uint8Array;
  readonly isPacked: boolean;
};

const ITEMS_PAGE = 100;

/**
 * Everything of a user as one zip: `user.json`, `threads/<id>.json`, `items.json`, `attachments.json` and the files beside it.
 * One thread is in memory at a time, and no file; nothing is read before the reader wants it.
 */
export function exportUser(services: Services, user: User): ReadableStream<Uint8Array> {
  const pieces = zip(entriesOf(services, user));
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

async function* entriesOf({ runtime, attachments }: Services, user: User): AsyncGenerator<Entry> {
  const { storage } = runtime;
  yield json("user.json", { ...user, exported_at: new Date().toISOString() });
  for (const threadId of await storage.threads.idsOf(user.userId)) {
    const thread = await exportThread(storage, threadId, user.userId);
    if (thread) yield json(`threads/${threadId}.json`, thread);
  }
  const items: unknown[] = [];
  for (let offset = 0; ; offset += ITEMS_PAGE) {
    const page = await storage.itemsOf(user.userId).search([], { limit: ITEMS_PAGE, offset });
    items.push(...page);
    if (page.length < ITEMS_PAGE) break;
  }
  yield json("items.json", items);
  const files = await attachments.listOf(user.userId);
  yield json("attachments.json", files);
  for (const { id, name } of files) {
    const bytes = await attachments.read(user.userId, id, "file").catch(() => undefined); // deleted since
    if (bytes) yield { name: `attachments/${id}/${name}`, bytes: bytes as AsyncIterable<Uint8Array>, isPacked: true };
  }
}

function json(name: string, value: unknown): Entry {
  return { name, bytes: strToU8(stringifyWire(value)), isPacked: false };
}

async function* zip(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const archive = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for await (const { name, bytes, isPacked } of entries) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name);
    archive.add(file);
    for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
      file.push(piece);
      yield* made.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* made.splice(0);
    await new Promise((resolve) => setImmediate(resolve)); // packing must not hold up others
  }
  archive.end();
  yield* made.splice(0);
}

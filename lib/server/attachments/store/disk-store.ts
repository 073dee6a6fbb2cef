import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createKeyedLock } from "../../keyed-lock";
import type { AttachmentPart, AttachmentRecord, AttachmentStore } from "./attachment-store";
import { readRecord } from "./read-record";
import { createRecordIndex } from "./record-index";

const FILES: Record<AttachmentPart | "record", string> = {
  file: "file",
  thumbnail: "thumbnail.webp",
  record: "record.json",
};
/** Folders that are not whole yet, or not any more. No id begins with a dot. */
const UNFINISHED = ".";
/** What is in a folder that nobody else may enter is shut too. */
const OWNER_ONLY = 0o700;

/**
 * Attachments in a folder, a folder each, named by their ids: no name that a person gave becomes a path. One process a
 * folder, as the data folder around it is locked. A file appears by one rename, and goes by one.
 */
export function createDiskAttachments(root: string, { erase = eraseFolder } = {}): AttachmentStore {
  const { records, get, list } = createRecordIndex(ready);
  const place = (id: string, part: keyof typeof FILES) => join(root, id, FILES[part]);
  let loading: Promise<void> | undefined;
  /** What is decided on a record is still true when it is written. */
  const inTurn = createKeyedLock();
  /** Folders of deleted files that could not be erased. */
  const leftovers = new Set<string>();

  function ready(): Promise<void> {
    loading ??= load();
    return loading;
  }

  async function load(): Promise<void> {
    const folders = await readdir(root).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    for (const folder of folders) {
      if (folder.startsWith(UNFINISHED)) {
        await rm(join(root, folder), { recursive: true, force: true });
        continue;
      }
      const record = readRecord(await readFile(place(folder, "record"), "utf8").catch(() => ""), folder);
      if (record) records.set(folder, record);
    }
  }

  async function remove(id: string): Promise<boolean> {
    if (!records.has(id)) return false;
    const going = join(root, `${UNFINISHED}${crypto.randomUUID()}`);
    await rename(join(root, id), going).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      await stat(root); // somebody else has removed the one folder, which must not stand in the way of all others
    });
    records.delete(id); // not before: what is still in its place would be back after a restart
    await erase(going).catch(() => leftovers.add(going)); // the next sweep tries again, and says why it fails
    return true;
  }

  async function eraseLeftovers(): Promise<void> {
    const erased = await Promise.allSettled(
      [...leftovers].map(async (folder) => {
        await erase(folder);
        leftovers.delete(folder);
      }),
    );
    const failure = erased.find(({ status }) => status === "rejected") as PromiseRejectedResult | undefined;
    if (failure) throw failure.reason;
  }

  return {
    get,
    list,
    put: async (bytes, complete) => {
      await ready();
      const folder = join(root, `${UNFINISHED}${crypto.randomUUID()}`);
      const file = join(folder, FILES.file);
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
      try {
        await pipeline(bytes, createWriteStream(file, { flush: true }));
        const { size } = await stat(file);
        const { record, thumbnail } = await complete({ size, path: file, read: () => createReadStream(file) });
        if (thumbnail) await writeFile(join(folder, FILES.thumbnail), thumbnail, { flush: true });
        await writeFile(join(folder, FILES.record), JSON.stringify(record), { flush: true });
        await rename(folder, join(root, record.id));
        records.set(record.id, record);
        return record;
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
    },
    read: async (id, part, range) => {
      const record = await get(id);
      if (!record || (part === "thumbnail" && !record.hasThumbnail)) return undefined;
      const handle = await open(place(id, part)); // now, so that a file that goes meanwhile is still read to its end
      return Readable.toWeb(handle.createReadStream(range)) as ReadableStream<Uint8Array>; // bytes: it has no encoding
    },
    changeThreads: (id, change) =>
      inTurn(id, async () => {
        const record = await get(id);
        const threadIds = record && change(record);
        if (record === undefined || threadIds === undefined) return;
        if (threadIds === null) return void (await remove(id));
        const changed: AttachmentRecord = { ...record, threadIds };
        const draft = join(root, id, `${UNFINISHED}${FILES.record}`);
        await writeFile(draft, JSON.stringify(changed), { flush: true });
        await rename(draft, place(id, "record"));
        records.set(id, changed);
      }),
    delete: (id) =>
      inTurn(id, async () => {
        await ready();
        return remove(id);
      }),
    sweep: eraseLeftovers,
  };
}

async function eraseFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

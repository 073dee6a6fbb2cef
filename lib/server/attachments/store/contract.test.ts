import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { newFolder } from "../../test-support/storages";
import { sweepOrphans } from "../follow-threads";
import type { AttachmentRecord, AttachmentStore } from "./attachment-store";
import { createDiskAttachments } from "./disk-store";
import { createMemoryAttachments } from "./memory-store";

/** Every kind of store is held to what `attachment-store.ts` promises. A new kind joins here. */
const STORES: readonly (readonly [name: string, open: () => Promise<AttachmentStore>])[] = [
  ["on disk", async () => createDiskAttachments(join(await newFolder(), "attachments"))],
  ["in memory", async () => createMemoryAttachments()],
];

async function* bytesOf(...pieces: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield new TextEncoder().encode(piece);
  }
}

function recordOf(changes: Partial<AttachmentRecord> = {}): AttachmentRecord {
  return {
    id: crypto.randomUUID(),
    userId: "ann",
    threadIds: [],
    name: "a.txt",
    kind: "text",
    mimeType: "text/plain",
    size: 0,
    createdAtMs: 0,
    hasThumbnail: false,
    ...changes,
  };
}

const put = (store: AttachmentStore, record: AttachmentRecord, text = "hello") =>
  store.put(bytesOf(text), async ({ size }) => ({ record: { ...record, size } }));

async function textOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string | undefined> {
  return stream && (await buffer(stream as never)).toString();
}

describe.each(STORES)("attachments %s", (_, open) => {
  test("are read as they were written, whole and in ranges", async () => {
    const store = await open();
    const record = recordOf({ hasThumbnail: true });
    const kept = await store.put(bytesOf("hello ", "world"), async (file) => {
      expect((await buffer(file.read() as never)).toString()).toBe("hello world");
      return { record: { ...record, size: file.size }, thumbnail: new TextEncoder().encode("small") };
    });
    expect(kept).toEqual({ ...record, size: 11 });
    expect(await store.get(record.id)).toEqual(kept);
    expect(await textOf(await store.read(record.id, "file"))).toBe("hello world");
    expect(await textOf(await store.read(record.id, "file", { start: 6, end: 8 }))).toBe("wor");
    expect(await textOf(await store.read(record.id, "thumbnail"))).toBe("small");
  });

  test("that break off, or are refused at their end, were never there", async () => {
    const store = await open();
    const record = recordOf();
    const broken = store.put(bytesOf("hel", new Error("cut")), async () => ({ record }));
    await expect(broken).rejects.toThrow("cut");
    const refused = store.put(bytesOf("hello"), async () => {
      throw new Error("not this");
    });
    await expect(refused).rejects.toThrow("not this");
    expect(await store.list({})).toEqual([]);
    expect(await store.read(record.id, "file")).toBeUndefined();
  });

  test("are listed by user and by thread, oldest first", async () => {
    const store = await open();
    const late = recordOf({ createdAtMs: 2, threadIds: ["t1"] });
    const early = recordOf({ createdAtMs: 1, threadIds: ["t1", "t2"], userId: "ben" });
    await put(store, late);
    await put(store, early);
    const ids = async (filter: Parameters<AttachmentStore["list"]>[0]) =>
      (await store.list(filter)).map(({ id }) => id);
    expect(await ids({})).toEqual([early.id, late.id]);
    expect(await ids({ userId: "ann" })).toEqual([late.id]);
    expect(await ids({ threadId: "t2" })).toEqual([early.id]);
    expect(await ids({ userId: "ann", threadId: "t2" })).toEqual([]);
  });

  test("have their threads changed by one at a time, and go when nothing is to hold them", async () => {
    const store = await open();
    const record = recordOf();
    await put(store, record);
    const add = (thread: string) => store.changeThreads(record.id, ({ threadIds }) => [...threadIds, thread]);
    await Promise.all(Array.from({ length: 10 }, (_, thread) => add(`t${thread}`)));
    expect((await store.get(record.id))?.threadIds).toHaveLength(10);
    await store.changeThreads(record.id, () => undefined);
    const refusal = store.changeThreads(record.id, () => {
      throw new Error("no");
    });
    await expect(refusal).rejects.toThrow("no");
    expect((await store.get(record.id))?.threadIds).toHaveLength(10);
    await store.changeThreads(record.id, () => []);
    expect((await store.get(record.id))?.threadIds).toEqual([]);
    await store.changeThreads(record.id, () => null);
    expect(await store.get(record.id)).toBeUndefined();
    expect(await store.read(record.id, "file")).toBeUndefined();
    await store.changeThreads(record.id, () => ["t1"]);
    expect(await store.get(record.id)).toBeUndefined();
  });

  test("are deleted once", async () => {
    const store = await open();
    const record = recordOf();
    await put(store, record);
    expect(await store.delete(record.id)).toBe(true);
    expect(await store.delete(record.id)).toBe(false);
    expect(await store.list({})).toEqual([]);
  });

  test("that nobody stored are not found under any id", async () => {
    const store = await open();
    for (const id of ["", ".", "..", "../attachments", "nothing"]) {
      expect(await store.get(id)).toBeUndefined();
      expect(await store.read(id, "file")).toBeUndefined();
      expect(await store.delete(id)).toBe(false);
    }
  });
});

describe("a folder of attachments", () => {
  test("is the same after the process has ended, with what was half-written gone", async () => {
    const root = join(await newFolder(), "attachments");
    const before = createDiskAttachments(root);
    const record = recordOf({ threadIds: ["t1"], kind: "image", width: 3, height: 4 });
    await put(before, record);
    if (process.platform !== "win32") expect((await stat(root)).mode & 0o777).toBe(0o700);
    await before.changeThreads(record.id, ({ threadIds }) => [...threadIds, "t2"]);
    await mkdir(join(root, ".cut-off"));
    await writeFile(join(root, ".cut-off", "file"), "half");
    await mkdir(join(root, "no-record"));

    const after = createDiskAttachments(root);
    expect(await after.list({})).toEqual([{ ...record, size: 5, threadIds: ["t1", "t2"] }]);
    expect(await textOf(await after.read(record.id, "file"))).toBe("hello");
    expect((await readdir(root)).sort()).toEqual([record.id, "no-record"].sort());
  });

  test("holds nothing of a file that was deleted or broke off", async () => {
    const root = join(await newFolder(), "attachments");
    const store = createDiskAttachments(root);
    const record = recordOf();
    await put(store, record);
    await store.delete(record.id);
    await store.put(bytesOf("x", new Error("cut")), async () => ({ record })).catch(() => undefined);
    expect(await readdir(root)).toEqual([]);
  });

  test("keeps a file that it cannot delete, to be deleted once more, and does not bring it back", async () => {
    const root = join(await newFolder(), "attachments");
    const store = createDiskAttachments(root);
    const record = recordOf();
    await put(store, record);
    await rename(root, `${root}-aside`); // a disk that is away
    await expect(store.delete(record.id)).rejects.toThrow("ENOENT");
    await rename(`${root}-aside`, root);
    expect(await textOf(await store.read(record.id, "file"))).toBe("hello");
    expect(await store.delete(record.id)).toBe(true);
    expect(await createDiskAttachments(root).list({})).toEqual([]);
  });

  test("forgets a file whose folder somebody else has removed", async () => {
    const root = join(await newFolder(), "attachments");
    const store = createDiskAttachments(root);
    const record = recordOf();
    await put(store, record);
    await rm(join(root, record.id), { recursive: true });
    expect(await store.delete(record.id)).toBe(true);
    expect(await store.list({})).toEqual([]);
  });

  test("erases at the next sweep what it could not erase at once, and says so where that fails too", async () => {
    const root = join(await newFolder(), "attachments");
    let isBusy = true;
    const erase = async (folder: string) => {
      if (isBusy) throw new Error("EBUSY");
      await rm(folder, { recursive: true });
    };
    const store = createDiskAttachments(root, { erase });
    const record = recordOf();
    await put(store, record);
    expect(await store.delete(record.id)).toBe(true);
    expect(await store.get(record.id)).toBeUndefined();
    expect(await readdir(root)).toHaveLength(1);
    const sweep = () => sweepOrphans(store, { exists: async () => true }, 0);
    await expect(sweep()).rejects.toThrow("EBUSY");
    isBusy = false;
    await sweep();
    expect(await readdir(root)).toEqual([]);
  });

  test("serves a file to its end that is deleted meanwhile", async () => {
    const root = join(await newFolder(), "attachments");
    const store = createDiskAttachments(root);
    const record = recordOf();
    await put(store, record, "x".repeat(1_000_000));
    const stream = await store.read(record.id, "file");
    await store.delete(record.id);
    expect((await textOf(stream))?.length).toBe(1_000_000);
  });

  test("takes a file with its size on disk, not in memory", async () => {
    const root = join(await newFolder(), "attachments");
    const store = createDiskAttachments(root);
    const piece = new Uint8Array(1024 * 1024).fill(97);
    let peakBytes = 0;
    async function* long(): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 300; count += 1) {
        peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
        yield piece;
      }
    }
    const beforeBytes = process.memoryUsage().rss;
    const record = recordOf();
    await store.put(long(), async ({ size }) => ({ record: { ...record, size } }));
    expect((await stat(join(root, record.id, "file"))).size).toBe(300 * 1024 * 1024);
    expect(peakBytes - beforeBytes).toBeLessThan(100 * 1024 * 1024);
    await rm(root, { recursive: true });
  });
});

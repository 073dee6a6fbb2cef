import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { TESTER_ID } from "../../test-support/client";
import { createFixture } from "../../test-support/fixture";
import { ADA, newFolder } from "../../test-support/storages";
import { openStorage } from "./open-storage";

const ASKED = { messages: [{ type: "human", content: "hello" }] };
const isRoot = process.getuid?.() === 0;

/** A file system of its own that is this large; `undefined` where nobody may mount one. */
async function smallDisk(size: string): Promise<string | undefined> {
  const folder = await newFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", folder]));
  return folder;
}

describe.skipIf(process.platform === "win32")("what people said", () => {
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

  /** The modes of everything in a folder while a server uses it. */
  async function modesWhileOpen(dataDir: string): Promise<Record<string, number>> {
    const storage = await openStorage(dataDir);
    await storage.threads.create(crypto.randomUUID(), {}, ADA); // SQLite puts its other files beside
    const names = await readdir(dataDir);
    const modes = await Promise.all(names.map(async (name) => [name, await modeOf(join(dataDir, name))]));
    await storage.close();
    return { ".": await modeOf(dataDir), ...Object.fromEntries(modes) };
  }

  test("is for the owner of the data folder alone", async () => {
    const dataDir = join(await newFolder(), "parent", "data");
    const { ".": folder, ...files } = await modesWhileOpen(dataDir);
    expect(folder).toBe(0o700);
    expect(Object.keys(files)).toEqual(expect.arrayContaining(["toolweave.sqlite", "toolweave.sqlite-wal"]));
    expect(new Set(Object.values(files))).toEqual(new Set([0o600]));
  });

  test("is closed to others where it was open to them, with what else is ours", async () => {
    const dataDir = join(await newFolder(), "data");
    await (await openStorage(dataDir)).close();
    await mkdir(join(dataDir, "attachments"), { mode: 0o755 });
    for (const name of ["toolweave.sqlite", "toolweave.lock"]) await chmod(join(dataDir, name), 0o644);
    await chmod(dataDir, 0o755);
    const { ".": folder, attachments, ...files } = await modesWhileOpen(dataDir);
    expect([folder, attachments]).toEqual([0o700, 0o700]);
    expect(new Set(Object.values(files))).toEqual(new Set([0o600]));
  });

  test("is closed to others in a folder that they need, which stays as it is", async () => {
    const dataDir = join(await newFolder(), "shared");
    await mkdir(dataDir, { mode: 0o755 });
    await writeFile(join(dataDir, "theirs"), "", { mode: 0o644 });
    await (await openStorage(dataDir)).close();
    const { ".": folder, theirs, ...files } = await modesWhileOpen(dataDir);
    expect([folder, theirs]).toEqual([0o755, 0o644]);
    expect(new Set(Object.values(files))).toEqual(new Set([0o600]));
  });
});

describe("a data folder that another process has", () => {
  test("is refused with the remedy, and what runs there goes on", async () => {
    const dataDir = await newFolder();
    const first = await openStorage(dataDir);
    await first.threads.create("t", {}, ADA);
    await first.threads.setBusy("t", {});
    await expect(openStorage(dataDir)).rejects.toMatchObject({
      code: "data_folder_unusable",
      message: expect.stringMatching(/in use by another Toolweave process.*Stop that one.*TOOLWEAVE_DATA_DIR/s),
    });
    expect((await first.threads.get("t"))?.status).toBe("busy");
    await first.close();
    await (await openStorage(dataDir)).close();
  });

  test("is free again when that process was killed", async () => {
    const dataDir = await newFolder();
    const program = `
      import Sqlite from "better-sqlite3";
      new Sqlite(${JSON.stringify(join(dataDir, "toolweave.lock"))}).exec("BEGIN EXCLUSIVE");
      process.kill(process.pid, "SIGKILL");`;
    expect(() => execFileSync(process.execPath, ["--input-type=module", "-e", program], { stdio: "pipe" })).toThrow();
    await (await openStorage(dataDir)).close();
  });
});

describe("a data folder that cannot be written", () => {
  // permissions bind everybody but the superuser
  test.skipIf(!isRoot || !process.seteuid)("is refused with the remedy", async () => {
    const dataDir = await newFolder();
    await (await openStorage(dataDir)).close();
    await chmod(dataDir, 0o555);
    process.seteuid?.(65_534);
    try {
      await expect(openStorage(dataDir)).rejects.toMatchObject({
        code: "data_folder_unusable",
        message: expect.stringContaining("Make it writable, or set TOOLWEAVE_DATA_DIR"),
      });
    } finally {
      process.seteuid?.(0);
    }
  });
});

describe("a disk that is full", () => {
  test("when the server starts is named, with the remedy, and what is there stays", async ({ skip }) => {
    const disk = await smallDisk("1500k");
    if (disk === undefined) return skip("nobody may mount a small file system here");
    const dataDir = join(disk, "data");
    const storage = await openStorage(dataDir);
    await storage.threads.create("t", { a: 1 }, ADA);
    await storage.close();
    await writeFile(join(disk, "filler"), Buffer.alloc(3_000_000)).catch(() => undefined); // takes what is left
    await expect(openStorage(dataDir)).rejects.toMatchObject({
      code: "data_folder_unusable",
      message: expect.stringContaining("TOOLWEAVE_DATA_DIR"),
    });
    await rm(join(disk, "filler"));
    const again = await openStorage(dataDir);
    expect(await again.threads.get("t")).toMatchObject({ metadata: { a: 1 } });
    await again.close();
  });

  test("ends the run with an error and its stream with end, keeps what was saved, and goes on when there is room", async ({
    skip,
  }) => {
    const dataDir = await smallDisk("1500k");
    if (dataDir === undefined) return skip("nobody may mount a small file system here");
    let words = "x".repeat(400_000);
    const { client, reported } = await createFixture(() => [words], { dataDir });
    const threadId = await client.newThread();
    let events = await client.run(threadId, { input: ASKED });
    for (let turn = 0; turn < 6 && events.at(-2)?.event !== "error"; turn += 1) {
      const response = await client.startStream(threadId, { input: ASKED });
      if (response.status === 500) break;
      const text = await response.text();
      expect(text).toMatch(/event: end\ndata: null\n/);
      if (/event: error/.test(text)) break;
      expect(turn).toBeLessThan(5);
    }
    expect(reported.length).toBeGreaterThan(0);
    expect((await client.call("GET", `/threads/${threadId}/state`)).status).toBe(200);

    execFileSync("mount", ["-o", "remount,size=30m", dataDir]);
    words = "short";
    events = await client.run(threadId, { input: ASKED });
    expect(events.map(({ event }) => event)).not.toContain("error");
    const { body: thread } = await client.call("GET", `/threads/${threadId}`);
    expect(thread.status).toBe("idle");
    expect(thread.values.messages.at(-1).content).toBe("short");
  });
});

describe("10,000 threads", () => {
  test("are searched by metadata and status, in pages, without reading a state", async () => {
    const dataDir = await newFolder();
    const storage = await openStorage(dataDir);
    for (let index = 0; index < 10_000; index += 1) {
      await storage.threads.create(`thread-${index}`, { owner: `owner-${index % 100}`, index }, TESTER_ID);
    }
    await storage.close();
    const { client } = await createFixture(() => [], { dataDir });
    const search = (body: object) => client.call("POST", "/threads/search", body);
    const startedAt = performance.now();
    const { headers, body } = await search({ metadata: { owner: "owner-7" }, limit: 20, offset: 40 });
    const tookMs = performance.now() - startedAt;
    expect(headers.get("x-pagination-total")).toBe("100");
    expect(body).toHaveLength(20);
    const indexes = body.map(({ metadata }: { metadata: { index: number } }) => metadata.index);
    expect(indexes[0]).toBe(5_907); // newest first: 9907 down in steps of 100, the third page of twenty
    expect((await search({ status: "busy" })).headers.get("x-pagination-total")).toBe("0");
    expect((await search({ limit: 1000, offset: 9_500 })).body).toHaveLength(500);
    expect(tookMs).toBeLessThan(2_000); // a scan of small rows, whatever else the machine does
  });
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { newFolder, openSqlite } from "../../../test-support/storages";
import { createScrub } from "./scrub";

/** A file with a word that was deleted while somebody else reads it. */
async function openRead() {
  const path = join(await newFolder(), "file.sqlite");
  const database = new Sqlite(path, { timeout: 5_000 });
  database.pragma("journal_mode = WAL");
  database.pragma("secure_delete = ON");
  database.exec("CREATE TABLE words (word TEXT); INSERT INTO words VALUES ('zebra')");
  const reader = startReading(path, "words");
  database.exec("DELETE FROM words");
  onTestFinished(() => {
    for (const each of [reader, database]) each.close();
  });
  return { path, database, reader };
}

function startReading(path: string, table: string): Database {
  const reader = new Sqlite(path);
  reader.exec("BEGIN");
  reader.prepare(`SELECT * FROM ${table}`).all();
  return reader;
}

const holds = async (path: string, word: string) => (await readFile(path)).includes(word);

test("while somebody else reads the file, it is said once, nothing stands still, and it is done when they have ended", async () => {
  const { path, database, reader } = await openRead();
  const reported: string[] = [];
  const scrubbing = createScrub(database, ({ message }) => reported.push(message), { patienceMs: 200, retryMs: 50 });
  onTestFinished(() => scrubbing.stop());
  let longestMs = 0;
  let lastMs = performance.now();
  const beating = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = performance.now();
  }, 5);
  expect(await scrubbing.scrub()).toBe(false);
  clearInterval(beating);
  expect(longestMs).toBeLessThan(100);
  const againAtMs = performance.now();
  expect(await scrubbing.scrub()).toBe(false);
  expect(performance.now() - againAtMs).toBeLessThan(100); // the same reader is waited for once
  expect([await holds(`${path}-wal`, "zebra"), reported.length]).toEqual([true, 1]);
  expect(reported[0]).toContain("another process uses");
  expect(database.prepare("PRAGMA busy_timeout").get()).toMatchObject({ timeout: 5_000 });
  reader.exec("COMMIT");
  await expect.poll(() => holds(`${path}-wal`, "zebra")).toBe(false);
  expect(await holds(path, "zebra")).toBe(false);
});

test("somebody who writes to the file is no failure: it is done when they have ended", async () => {
  const { path, database, reader } = await openRead();
  reader.exec("COMMIT; BEGIN IMMEDIATE");
  const reported: string[] = [];
  const scrubbing = createScrub(database, ({ message }) => reported.push(message), { patienceMs: 100, retryMs: 50 });
  onTestFinished(() => scrubbing.stop());
  expect(await scrubbing.scrub()).toBe(false);
  reader.exec("ROLLBACK");
  await expect.poll(() => holds(`${path}-wal`, "zebra")).toBe(false);
  expect([await holds(path, "zebra"), reported.length]).toEqual([false, 1]);
});

test("somebody who is about to end is waited for", async () => {
  const { path, database, reader } = await openRead();
  const scrubbing = createScrub(database, () => undefined);
  onTestFinished(() => scrubbing.stop());
  const scrubbed = scrubbing.scrub();
  reader.exec("COMMIT");
  expect(await scrubbed).toBe(true);
  expect([await holds(`${path}-wal`, "zebra"), await holds(path, "zebra")]).toEqual([false, false]);
});

test("a pass that fails is told of once, rejects for nobody, and is done again until it comes through", async () => {
  const { path, database, reader } = await openRead();
  reader.exec("COMMIT");
  const reported: Error[] = [];
  const scrubbing = createScrub(database, (error) => reported.push(error), { patienceMs: 100, retryMs: 20 });
  onTestFinished(() => scrubbing.stop());
  database.pragma("query_only = ON"); // a file that cannot be written for now
  expect([await scrubbing.scrub(), await scrubbing.scrub()]).toEqual([false, false]);
  expect(reported).toMatchObject([
    { message: expect.stringContaining("could not be written"), cause: expect.anything() },
  ]);
  database.pragma("query_only = OFF");
  await expect.poll(() => holds(`${path}-wal`, "zebra")).toBe(false);
  expect([await holds(path, "zebra"), reported.length]).toEqual([false, 1]);
});

test("what nobody waits for is gone soon also where passes rest a lot", async () => {
  const { path, database, reader } = await openRead();
  reader.exec("COMMIT");
  database.exec("CREATE TABLE long (bytes BLOB); INSERT INTO long VALUES (zeroblob(16 * 1024 * 1024))");
  const scrubbing = createScrub(database, () => undefined, { patienceMs: 0, soonMs: 10 });
  onTestFinished(() => scrubbing.stop());
  expect(await scrubbing.scrub()).toBe(false);
  await expect.poll(() => holds(`${path}-wal`, "zebra"), { timeout: 10_000 }).toBe(false);
  database.exec("INSERT INTO words VALUES ('zebra'); DELETE FROM words");
  scrubbing.scrubSoon();
  await expect.poll(() => holds(`${path}-wal`, "zebra"), { timeout: 3_000 }).toBe(false);
  expect(await holds(path, "zebra")).toBe(false);
});

test("what a server could not bring to its end is done when the folder is opened again", async () => {
  const folder = await newFolder();
  const path = join(folder, "toolweave.sqlite");
  const storage = await openSqlite(folder);
  await storage.itemsOf("ada").put(["facts"], "k", { fact: "zebra" });
  const reader = startReading(path, "user_items");
  await storage.itemsOf("ada").delete(["facts"], "k");
  expect(await storage.scrub()).toBe(false);
  await storage.close(); // in vain: it is read
  expect(await holds(`${path}-wal`, "zebra")).toBe(true);
  await openSqlite(folder);
  expect(await holds(`${path}-wal`, "zebra")).toBe(true);
  reader.exec("COMMIT");
  reader.close();
  await expect.poll(() => holds(`${path}-wal`, "zebra")).toBe(false);
  expect(await holds(path, "zebra")).toBe(false);
});

test("many removals at once share a pass, and each is gone when it is told so", async () => {
  const folder = await newFolder();
  const path = join(folder, "toolweave.sqlite");
  const storage = await openSqlite(folder);
  const items = storage.itemsOf("ada");
  const words = Array.from({ length: 40 }, (_, index) => `zebra-${index}-end`);
  for (const word of words) await items.put(["facts"], word, { word });
  await Promise.all(
    words.map(async (word) => {
      await items.delete(["facts"], word);
      expect(await storage.scrub()).toBe(true);
      expect([word, await holds(path, word), await holds(`${path}-wal`, word)]).toEqual([word, false, false]);
    }),
  );
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { newFolder } from "../../test-support/storages";
import { createScrub } from "./scrub";

test("while somebody else reads the file, it is said once, and done when they have ended", async () => {
  const path = join(await newFolder(), "file.sqlite");
  const database = new Sqlite(path, { timeout: 5_000 });
  const reader = new Sqlite(path);
  database.pragma("journal_mode = WAL");
  database.pragma("secure_delete = ON");
  database.exec("CREATE TABLE words (word TEXT); INSERT INTO words VALUES ('zebra')");
  reader.exec("BEGIN; SELECT * FROM words");
  reader.prepare("SELECT * FROM words").all();
  database.exec("DELETE FROM words");
  const reported: string[] = [];
  const { scrub, stop } = createScrub(database, ({ message }) => reported.push(message), 50);
  onTestFinished(() => {
    stop();
    for (const each of [reader, database]) each.close();
  });
  const isThere = async () => (await readFile(`${path}-wal`)).includes("zebra");
  scrub();
  const againAtMs = performance.now();
  scrub();
  expect(performance.now() - againAtMs).toBeLessThan(125); // the process stands still for a reader once
  expect([await isThere(), reported.length]).toEqual([true, 1]);
  expect(reported[0]).toContain("another process reads");
  expect(database.prepare("PRAGMA busy_timeout").get()).toMatchObject({ timeout: 5_000 });
  reader.exec("COMMIT");
  await expect.poll(isThere).toBe(false);
  expect((await readFile(path)).includes("zebra")).toBe(false);
});

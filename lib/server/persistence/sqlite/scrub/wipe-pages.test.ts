import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { newFolder, openSqlite } from "../../../test-support/storages";

test("of many small things that stood between those of others nothing is left, wherever pages were split and joined", async () => {
  const folder = await newFolder();
  const storage = await openSqlite(folder);
  const random = createRandom(7);
  const length = () => (random() < 0.05 ? 1_500 : random() * 30); // some are longer than a page
  const [ada, alan] = [storage.itemsOf("ada"), storage.itemsOf("alan")];
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 700; index += 1) {
      const key = `${Math.floor(random() * 1e9)}`;
      await ada.put(["zebra-space", key.slice(0, 2)], `zebra-key-${key}`, {
        fact: "zebra-fact ".repeat(length()),
      });
      await alan.put(["space", key.slice(0, 2)], `key-${key}`, { fact: "okapi ".repeat(length()) });
      await storage.threads.create(crypto.randomUUID(), { title: `zebra-title ${key}` }, { userId: "ada" });
      await storage.threads.create(crypto.randomUUID(), { title: `okapi ${key}` }, { userId: "alan" });
    }
    for (const threadId of await storage.threads.idsOf("ada")) await storage.threads.delete(threadId);
    await storage.deleteItemsOf("ada");
    await expect.poll(storage.scrub, { timeout: 30_000 }).toBe(true);
    const bytes = await readFile(join(folder, "toolweave.sqlite"));
    const left = [...bytes.toString("latin1").matchAll(/zebra-\w+/g)].map(([word]) => word);
    expect(left).toEqual([]);
    expect(bytes.includes("okapi")).toBe(true);
    expect(checkOf(folder)).toBe("ok");
    expect(await storage.threads.count({}, "alan")).toBe(700 * (round + 1));
  }
});

/** What SQLite itself says of the file. */
function checkOf(folder: string): unknown {
  const database = new Sqlite(join(folder, "toolweave.sqlite"));
  const [row] = database.pragma("integrity_check") as { integrity_check: string }[]; // SQLite answers with such rows
  database.close();
  return row?.integrity_check;
}

/** Numbers from 0 to 1 that are the same each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

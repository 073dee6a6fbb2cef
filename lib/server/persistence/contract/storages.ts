import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createMemoryStorage } from "../memory/memory-storage";
import { openStorage } from "../open-storage";
import type { Storage } from "../storage";

/**
 * Every kind of storage, empty and closed after the test: what is promised in `storage.ts` is tested on each. A new
 * kind joins here.
 */
export const STORAGES: readonly (readonly [name: string, open: () => Promise<Storage>])[] = [
  ["in SQLite", openSqlite],
  ["in memory", async () => createMemoryStorage()],
];

async function openSqlite(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), "toolweave-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const storage = await openStorage(folder);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await storage.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...storage, close };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createMemoryStorage } from "../persistence/memory/memory-storage";
import { openStorage } from "../persistence/sqlite/open-storage";
import type { Storage } from "../persistence/storage";

/**
 * Every kind of storage, empty and closed after the test: what is promised in `storage.ts` is tested on each. A new
 * kind joins here.
 */
export const STORAGES: readonly (readonly [name: string, open: () => Promise<Storage>])[] = [
  ["in SQLite", async () => openSqlite(await newFolder())],
  ["in memory", async () => createMemoryStorage()],
];

/** Somebody whose threads a test makes. */
export const ADA = { userId: "ada" };

/** A folder that is removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "toolweave-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The storage of a data folder, closed after the test if the test does not. */
export async function openSqlite(folder: string): Promise<Storage> {
  const storage = await openStorage(folder);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await storage.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...storage, close };
}

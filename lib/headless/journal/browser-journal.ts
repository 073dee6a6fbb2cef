import { openDatabase, type ToolweaveDatabase } from "../open-database";
import type { ConsentMemory, Journal } from "./journal";
import { createMemoryConsents, createMemoryJournal } from "./memory-journal";

/**
 * The journal of this browser, in IndexedDB. Where that is missing or fails, the entry is kept for the life of the page:
 * once then holds within the page, and across tabs by the server's claim alone.
 */
export function createBrowserJournal(open: () => Promise<ToolweaveDatabase> = openDatabase): Journal {
  const memory = createMemoryJournal();
  return {
    entriesOf: async (threadId) => {
      const kept = await orElse(async () => (await open()).getAllFromIndex("journal", "thread", threadId), []);
      const entries = [...kept, ...(await memory.entriesOf(threadId))];
      return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
    },
    write: async (entry) => {
      const isKept = await orElse(async () => {
        await (await open()).put("journal", entry);
        return true;
      }, false);
      if (isKept) await memory.remove([entry.key]);
      else await memory.write(entry);
    },
    remove: async (keys) => {
      await memory.remove(keys);
      await orElse(async () => {
        const transaction = (await open()).transaction("journal", "readwrite");
        await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
      }, undefined);
    },
  };
}

/** The person's lasting answers in this browser; for the life of the page where IndexedDB is missing. */
export function createBrowserConsents(open: () => Promise<ToolweaveDatabase> = openDatabase): ConsentMemory {
  const memory = createMemoryConsents();
  return {
    has: async (name) =>
      (await memory.has(name)) || orElse(async () => (await (await open()).get("consents", name)) !== undefined, false),
    remember: async (name) => {
      const isKept = await orElse(async () => {
        await (await open()).put("consents", { name, givenAt: new Date().toISOString() });
        return true;
      }, false);
      if (!isKept) await memory.remember(name); // only then: what another tab takes back must not stay here
    },
    revoke: async (name) => {
      await memory.revoke(name);
      await orElse(async () => (await open()).delete("consents", name), undefined);
    },
    list: async () => {
      const kept = await orElse(async () => (await open()).getAllKeys("consents"), []);
      return [...new Set([...kept, ...(await memory.list())])].sort();
    },
  };
}

/** Storage that fails is storage that is missing: what was promised for that case holds. */
async function orElse<Value, Fallback>(work: () => Promise<Value>, fallback: Fallback): Promise<Value | Fallback> {
  try {
    return await work();
  } catch {
    return fallback;
  }
}

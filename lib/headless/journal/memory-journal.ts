import type { ConsentMemory, Journal, JournalEntry } from "./journal";

/** A journal for the life of the page, where the browser keeps nothing (private windows, Node). */
export function createMemoryJournal(): Journal {
  const entries = new Map<string, JournalEntry>();
  return {
    entriesOf: async (threadId) => [...entries.values()].filter((entry) => entry.threadId === threadId),
    write: async (entry) => {
      entries.set(entry.key, structuredClone(entry));
    },
    remove: async (keys) => {
      for (const key of keys) entries.delete(key);
    },
  };
}

export function createMemoryConsents(): ConsentMemory {
  const names = new Set<string>();
  return {
    has: async (name) => names.has(name),
    remember: async (name) => {
      names.add(name);
    },
    revoke: async (name) => {
      names.delete(name);
    },
    list: async () => [...names].sort(),
  };
}

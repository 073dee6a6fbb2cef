import { type DBSchema, type IDBPDatabase, openDB } from "idb";

const MAX_OPEN_MS = 3_000;

/**
 * A database of this browser: the returned function gives the page's one connection to it. It rejects where IndexedDB is
 * missing, forbidden (private windows, partitioned frames) or does not answer within 3,000 ms; the next call then tries
 * again. `create` makes the stores of this version.
 */
export function keptDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  create: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opened = undefined;
  };

  async function open(): Promise<IDBPDatabase<Schema>> {
    if (typeof indexedDB === "undefined") throw new Error("this browser offers no IndexedDB here");
    const opening = openDB<Schema>(name, version, {
      upgrade: create,
      blocking: (_current, _wanted, event) => {
        // A newer page wants to upgrade; this one opens again when it next needs the database.
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("IndexedDB does not answer")), MAX_OPEN_MS);
    try {
      return await Promise.race([opening, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return () => {
    opened ??= open().catch((error: unknown) => {
      forget();
      throw error;
    });
    return opened;
  };
}

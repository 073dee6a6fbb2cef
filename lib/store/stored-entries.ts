/** Values by key in the browser's storage, in order. Neither method throws. */
export type StoredEntries<Value> = {
  read(): readonly (readonly [string, Value])[];
  write(entries: readonly (readonly [string, Value])[]): void;
};

/** What is no entry is left out. `storage` is asked for at each call, never while rendering. */
export function createStoredEntries<Value>(
  name: string,
  isValue: (value: unknown) => value is Value,
  storage: () => Storage | undefined,
): StoredEntries<Value> {
  const isEntry = (entry: unknown): entry is readonly [string, Value] =>
    Array.isArray(entry) && entry.length === 2 && typeof entry[0] === "string" && isValue(entry[1]);

  return {
    read: () => {
      try {
        const read: unknown = JSON.parse(storage()?.getItem(name) ?? "[]");
        return Array.isArray(read) ? read.filter(isEntry) : [];
      } catch {
        return []; // storage is refused, or somebody else wrote there
      }
    },
    write: (entries) => {
      try {
        if (entries.length === 0) storage()?.removeItem(name);
        else storage()?.setItem(name, JSON.stringify(entries));
      } catch {
        // full or refused: it is as before after a reload
      }
    },
  };
}

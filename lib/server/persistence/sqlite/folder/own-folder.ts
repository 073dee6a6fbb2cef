import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const OTHERS = 0o077;

/** What stands in a data folder, and beside each database while it is open. */
const OWN_NAMES = /^(?:toolweave\.(?:sqlite|lock)(?:-(?:wal|shm|journal))?|secret|attachments)$/;

/**
 * Makes the data folder where it is missing, for its owner alone: it holds what people said. One that others may look into is
 * closed to them, where it is this user's and holds nothing but what is ours: `TOOLWEAVE_DATA_DIR` may name a folder that
 * others need. Files of ours are closed in any case.
 */
export function makeDataFolder(dataDir: string): void {
  const path = resolve(dataDir);
  makeFolder(path);
  const names = readdirSync(path);
  if (names.length > 0 && names.every((name) => OWN_NAMES.test(name))) closeToOthers(path);
  for (const name of names) if (OWN_NAMES.test(name)) closeToOthers(join(path, name));
}

/** A file that nobody but its owner may read, before SQLite makes it; those that SQLite puts beside it are as it is. */
export function makeOwnFile(path: string): void {
  closeSync(openSync(path, "a", OWNER_ONLY_FILE));
}

/** Node's own way to make parents never returns where the system says ENOENT for ever, as in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path, { mode: OWNER_ONLY_FOLDER });
}

function closeToOthers(path: string): void {
  const stats = statSync(path);
  const isOurs = process.getuid === undefined || process.getuid() === stats.uid;
  if (isOurs && (stats.mode & OTHERS) !== 0) chmodSync(path, stats.isDirectory() ? OWNER_ONLY_FOLDER : OWNER_ONLY_FILE);
}

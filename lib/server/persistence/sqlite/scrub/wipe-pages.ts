import type { Database } from "better-sqlite3";

/** About a millisecond's work. */
const SLICE_PAGES = 64;
/** Beyond this many pages (128 GiB) one that holds a part of a long value could be taken for one of a tree. */
const MAX_PAGES = 0x02_00_00_00;

/** Kinds of a tree's pages, and the length of their headers. https://www.sqlite.org/fileformat2.html#b_tree_pages */
const HEADER_BYTES: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };
/** Parts of long values, most of a large file, are looked at where they are, and not copied. */
const TREE_PAGES = Object.keys(HEADER_BYTES)
  .map((kind) => `x'${Number(kind).toString(16).padStart(2, "0")}'`)
  .join();
/** The first page begins with the file's own header. */
const FILE_HEADER_BYTES = 100;

/**
 * Writes zeros over what no value stands in any more. `secure_delete` does that where something is deleted, but not where SQLite
 * splits or joins pages: copies of what has moved elsewhere stay between a page's list of cells and its first cell, and outlive
 * what they are copies of. Yields after each part of the file, so that others have their turn; who goes on when the database is
 * closed fails.
 */
export function* wipePages(database: Database): Generator<void> {
  const read = database.prepare(
    "SELECT page.pgno AS number, page.data FROM json_each(?) AS wanted, sqlite_dbpage AS page WHERE page.pgno = wanted.value " +
      `AND (page.pgno = 1 OR substr(page.data, 1, 1) IN (${TREE_PAGES}))`,
  );
  const write = database.prepare("UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?");
  const wipe = database.transaction((numbers: readonly number[]) => {
    for (const { number, data } of read.all(JSON.stringify(numbers)) as Page[]) {
      const page = Buffer.from(data);
      const gap = gapOf(page, number);
      if (!gap?.some((byte) => byte !== 0)) continue;
      gap.fill(0); // a part of the page's own bytes
      write.run(page, number);
    }
  });
  for (let first = 1; first <= pageCountOf(database); first += SLICE_PAGES) {
    const count = Math.min(SLICE_PAGES, pageCountOf(database) - first + 1);
    wipe.immediate(Array.from({ length: count }, (_, index) => first + index));
    yield;
  }
}

/** The columns named above; libsql gives bytes in a list of rows as they are. */
type Page = { readonly number: number; readonly data: ArrayBuffer };

/** The bytes between the list of cells and the first cell; none on pages of other kinds. */
function gapOf(data: Buffer, number: number): Buffer | undefined {
  const header = number === 1 ? FILE_HEADER_BYTES : 0;
  const headerBytes = HEADER_BYTES[data[header] ?? 0];
  if (headerBytes === undefined) return undefined;
  const start = header + headerBytes + 2 * data.readUInt16BE(header + 3);
  const end = data.readUInt16BE(header + 5) || 0x1_00_00;
  return start < end && end <= data.length ? data.subarray(start, end) : undefined;
}

function pageCountOf(database: Database): number {
  const { page_count: count } = database.prepare("PRAGMA page_count").get() as { readonly page_count: number };
  return count < MAX_PAGES ? count : 0;
}

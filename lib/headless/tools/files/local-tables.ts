import type { Table } from "./parse-csv";

const MAX_TABLES = 8;

/** Tables that the person opened in this page, by thread: what one thread opened no other sees. Gone with the page. */
const tables = new Map<string, Table>();
let opened = 0;

/** Keeps a table for later calls of the same thread; the oldest gives way to the ninth. */
export function keepTable(threadId: string, table: Table): string {
  opened += 1;
  const fileId = `file_${opened}`;
  tables.set(keyOf(threadId, fileId), table);
  const [oldest] = tables.keys();
  if (tables.size > MAX_TABLES && oldest !== undefined) tables.delete(oldest);
  return fileId;
}

export function findTable(threadId: string, fileId: string): Table | undefined {
  return tables.get(keyOf(threadId, fileId));
}

function keyOf(threadId: string, fileId: string): string {
  return JSON.stringify([threadId, fileId]);
}

/**
 * Whether the name of a field can be written into a SQLite path, which has no way to say a double quote, and ends at a NUL. What is
 * asked for under another name matches nothing.
 */
export function isPathKey(key: string): boolean {
  return !key.includes('"') && !key.includes("\0");
}

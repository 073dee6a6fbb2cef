/** Numbers as English writes them. */
export const numbers = new Intl.NumberFormat("en");

/** "1 row", "2 rows". */
export function plural(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

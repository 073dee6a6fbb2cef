/** Numbers as English writes them. */
export const numbers = new Intl.NumberFormat("en");

/** "1 row", "2 rows". */
export function plural(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

/** 812 bytes, 12 KB, 3.4 MB. */
export function bytes(count: number): string {
  if (count < 1024) return plural(count, "byte", "bytes");
  const kilobytes = count / 1024;
  if (kilobytes < 1000) return `${numbers.format(Math.round(kilobytes))} KB`;
  return `${numbers.format(Math.round(kilobytes / 102.4) / 10)} MB`;
}

/** 2.1 s, 12.4 s, 3 min 5 s. */
export function duration(ms: number): string {
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const quantities = new Intl.NumberFormat("en", {
  maximumFractionDigits: 3,
  maximumSignificantDigits: 4,
  roundingPriority: "morePrecision",
});
const extremes = new Intl.NumberFormat("en", { notation: "scientific", maximumSignificantDigits: 4 });
const LEAST = 1e-6;
const GREATEST = 1e15;

/** A number of any size: 13,960,123, 0.25, 0.000001, 1.5E-9. Only zero is "0". */
export function quantity(value: number): string {
  const size = Math.abs(value);
  const isExtreme = size >= GREATEST || (size > 0 && size < LEAST);
  return (isExtreme ? extremes : quantities).format(value);
}

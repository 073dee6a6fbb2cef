/** What a spreadsheet would run as a formula when it opens the file; a number with a sign or a percentage is none. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?[\d.,]+(?:e[+-]?\d+)? ?%?$/i;

/** Rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function toCsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return typeof value === "object" ? quoted(JSON.stringify(value)) : String(value);
  return quoted(FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

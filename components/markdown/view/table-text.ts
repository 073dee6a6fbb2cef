/** The texts of a table's cells, row by row. */
export function cellsOf(table: HTMLTableElement): readonly (readonly string[])[] {
  return [...table.rows].map((row) => [...row.cells].map((cell) => (cell.textContent ?? "").trim()));
}

/** As a spreadsheet reads it (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
export function asCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(csvCell).join(",")).join("\r\n");
}

function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+ ?%?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** As Markdown: the first row is the head. */
export function asMarkdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

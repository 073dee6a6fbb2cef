/** The texts of a table's cells, row by row. */
export function cellsOf(table: HTMLTableElement): readonly (readonly string[])[] {
  return [...table.rows].map((row) => [...row.cells].map((cell) => (cell.textContent ?? "").trim()));
}

/** As Markdown: the first row is the head. */
export function asMarkdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

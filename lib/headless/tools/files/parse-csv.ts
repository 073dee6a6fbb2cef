const SEPARATORS = [",", ";", "\t", "|"] as const;

/** A table out of text: the first line names the columns. Rows are as wide as the columns, short ones are filled up. */
export type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };

/**
 * Reads CSV by RFC 4180, and what spreadsheets make of it: a byte order mark, `;`, tabs or `|` as separators (the one that
 * the first line has most of), any line ends, quotes within cells doubled. Never throws; an open quote ends with the text.
 */
export function parseCsv(text: string): Table {
  const lines = cellsOf(text.replace(/^\uFEFF/, ""), separatorOf(text));
  const [columns = [], ...rest] = lines.filter((cells) => cells.length > 1 || cells[0] !== "");
  return { columns, rows: rest.map((cells) => columns.map((_, place) => cells[place] ?? "")) };
}

function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

function cellsOf(text: string, separator: string): string[][] {
  const lines: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    lines.at(-1)?.push(cell);
    cell = "";
  };
  for (let place = 0; place < text.length; place += 1) {
    const sign = text.charAt(place);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text.charAt(place + 1) === '"') {
        cell += '"';
        place += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === separator) endCell();
    else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text.charAt(place + 1) === "\n") place += 1;
      endCell();
      lines.push([]);
    } else cell += sign;
  }
  endCell();
  return lines;
}

type DecimalSign = "." | ",";

/**
 * Reads the numbers of a column as whoever wrote it meant them: `1234.5`, `1,234.5`, `1.234,5`, `1 234,5`, `1'234.5`. What a
 * cell alone leaves open (`1.234`) is read as the column's other cells are written, else with a point as the decimal sign.
 * Undefined for what is no number.
 */
export function numberReader(cells: readonly string[]): (cell: string) => number | undefined {
  const found = new Set(cells.flatMap((cell) => decimalSign(plain(cell)) ?? []));
  const [usual] = found.size === 1 ? found : [];
  return (cell) => {
    const text = plain(cell);
    return readNumber(text, decimalSign(text) ?? usual ?? ".");
  };
}

/** Without the spaces and apostrophes that group digits, and with a minus that a computer reads. */
function plain(cell: string): string {
  return cell
    .trim()
    .replace(/^−/, "-")
    .replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "");
}

/** The decimal sign of a cell that leaves no doubt. */
function decimalSign(text: string): DecimalSign | undefined {
  const [, whole = "", signs = "", last = ""] = /^[-+]?(\d*)((?:[.,]\d+)*?)[.,](\d*)(?:e[-+]?\d+)?$/i.exec(text) ?? [];
  if (whole === "" && last === "") return undefined;
  const sign: DecimalSign = text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".";
  const other: DecimalSign = sign === "," ? "." : ",";
  if (signs.includes(other)) return sign;
  if (signs.includes(sign)) return other; // it stands more than once: it groups
  const mayGroup = last.length === 3 && whole.length <= 3 && !/^0*$/.test(whole);
  return mayGroup ? undefined : sign;
}

function readNumber(text: string, sign: DecimalSign): number | undefined {
  const group = sign === "," ? "\\." : ",";
  const decimal = sign === "," ? "," : "\\.";
  const shape = new RegExp(
    `^[-+]?(?:\\d+|\\d{1,3}(?:${group}\\d{2,3})*${group}\\d{3}|(?=${decimal}\\d))(?:${decimal}\\d*)?(?:e[-+]?\\d+)?$`,
    "i",
  );
  if (!shape.test(text)) return undefined;
  const value = Number(text.replaceAll(sign === "," ? "." : ",", "").replace(sign, "."));
  return Number.isFinite(value) ? value : undefined;
}

import fc from "fast-check";
import { expect, it } from "vitest";
import { parseCsv } from "./parse-csv";

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

it("gives back any cells that were written by the rules", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "é", ",", ";", '"', "\n", "\r\n", " ", "|") });
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) =>
      fc.tuple(
        fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: width, maxLength: width }),
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 5 }),
        fc.constantFrom(",", ";", "\t", "|"),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.constantFrom("", "\uFEFF"),
      ),
    );
  fc.assert(
    fc.property(table, ([columns, rows, separator, lineEnd, mark]) => {
      const lines = [columns.join(separator), ...rows.map((row) => row.map(quote).join(separator))];
      expect(parseCsv(mark + lines.join(lineEnd))).toEqual({ columns, rows });
    }),
  );
});

it.each([
  ["nothing", "", { columns: [], rows: [] }],
  [
    "short and long rows",
    "a,b\n1\n1,2,3",
    {
      columns: ["a", "b"],
      rows: [
        ["1", ""],
        ["1", "2"],
      ],
    },
  ],
  ["empty lines", "a,b\n\n1,2\n\n", { columns: ["a", "b"], rows: [["1", "2"]] }],
  ["an open quote", 'a,b\n1,"2', { columns: ["a", "b"], rows: [["1", "2"]] }],
  ["a quote within a cell", 'a,b\n5" nail,2', { columns: ["a", "b"], rows: [['5" nail', "2"]] }],
])("reads %s", (_name, text, table) => {
  expect(parseCsv(text)).toEqual(table);
});

it("never throws, and every row is as wide as the columns", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "a", ";") }), (text) => {
      const { columns, rows } = parseCsv(text);
      for (const row of rows) expect(row).toHaveLength(columns.length);
    }),
  );
});

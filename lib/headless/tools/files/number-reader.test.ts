import fc from "fast-check";
import { expect, it } from "vitest";
import { numberReader } from "./number-reader";

const read = (cell: string, others: readonly string[] = []) => numberReader([cell, ...others])(cell);

it.each([
  ["1234.5", 1234.5],
  ["1,234.56", 1234.56],
  ["1.234,56", 1234.56],
  ["1 234,56", 1234.56],
  ["1\u202f234\u00a0567,5", 1234567.5],
  ["1'234.56", 1234.56],
  ["12,34,567.8", 1234567.8],
  ["1,234,567", 1234567],
  ["1.234.567", 1234567],
  ["2,5", 2.5],
  ["0,125", 0.125],
  ["1234,567", 1234.567],
  ["1,234", 1234],
  ["1.234", 1.234],
  ["-3", -3],
  ["−3,25", -3.25],
  [".5", 0.5],
  ["1e3", 1000],
  [" 7 ", 7],
])("reads %s", (cell, value) => {
  expect(read(cell)).toBe(value);
});

it.each(["", "-", "many", "1 2", "01.02.2024", "1,2,3", "12:30", "1.2.3", ",", "5 kg", "Infinity"])(
  "takes %j for no number",
  (cell) => {
    expect(read(cell)).toBeUndefined();
  },
);

it("reads what a cell leaves open as the column's other cells are written", () => {
  expect(read("1.234", ["2,5", "10"])).toBe(1234);
  expect(read("1,234", ["0,5"])).toBe(1.234);
  expect(read("1,234", ["2.5"])).toBe(1234);
  expect(read("1.234", ["2,5", "2.5"])).toBe(1.234); // they disagree
});

it.each(["de-DE", "en-US", "fr-FR", "de-CH", "en-IN"])("reads a column that was written in %s", (locale) => {
  const write = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, minimumFractionDigits: 2 }).format;
  const numbers = fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 1 });
  fc.assert(
    fc.property(numbers, (hundredths) => {
      const values = hundredths.map((value) => value / 100);
      const cells = values.map(write);
      const reader = numberReader(cells);
      expect(cells.map(reader)).toEqual(values.map((value) => value + 0));
    }),
  );
});

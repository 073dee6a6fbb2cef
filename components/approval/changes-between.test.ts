import { expect, it } from "vitest";
import { changesBetween } from "./changes-between";

it("names what was changed, added and taken out, and nothing else", () => {
  const before = { to: "ada", text: "hello", rows: [1, 2], urgent: false };
  const after = { to: "ada", text: "good morning", rows: [1, 2, 3], copy_to: "ben" };
  expect(changesBetween(before, after)).toEqual([
    { name: "text", label: "Text", before: "hello", after: "good morning" },
    { name: "rows", label: "Rows", before: "[1,2]", after: "[1,2,3]" },
    { name: "urgent", label: "Urgent", before: "false", after: undefined },
    { name: "copy_to", label: "Copy to", before: undefined, after: "ben" },
  ]);
});

it("names a value whose kind alone was changed, and tells the two apart", () => {
  const before = { count: "1", flag: true, gone: null, word: "null" };
  const after = { count: 1, flag: "true", word: null };
  expect(changesBetween(before, after)).toEqual([
    { name: "count", label: "Count", before: '"1"', after: "1" },
    { name: "flag", label: "Flag", before: "true", after: '"true"' },
    { name: "gone", label: "Gone", before: "null", after: undefined },
    { name: "word", label: "Word", before: '"null"', after: "null" },
  ]);
});

it("finds nothing between equal arguments, and survives what is no object", () => {
  expect(changesBetween({ a: { b: 1 } }, { a: { b: 1 } })).toEqual([]);
  expect(changesBetween(undefined, [])).toEqual([]);
});

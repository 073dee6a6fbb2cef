// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { asCsv, asMarkdownTable, cellsOf } from "./table-text";

const ROWS = [
  ["Name", "Says"],
  ["a|b", 'a "word", two'],
];

describe("a table as text", () => {
  it("reads what its cells show", () => {
    const host = document.createElement("div");
    host.innerHTML = "<table><thead><tr><th> A </th></tr></thead><tbody><tr><td><b>1</b>2</td></tr></tbody></table>";
    const table = host.querySelector("table");
    expect(table && cellsOf(table)).toEqual([["A"], ["12"]]);
  });

  it("is a CSV that quotes what has to be quoted", () => {
    expect(asCsv(ROWS)).toBe('Name,Says\r\na|b,"a ""word"", two"');
  });

  it("lets no cell become a formula, and leaves numbers alone", () => {
    expect(asCsv([["=1+1", "@x", "-2", "+3.5 %", "-cmd"]])).toBe("'=1+1,'@x,-2,+3.5 %,'-cmd");
  });

  it("is Markdown whose cells hold their bars", () => {
    expect(asMarkdownTable(ROWS)).toBe('| Name | Says |\n| --- | --- |\n| a\\|b | a "word", two |');
  });
});

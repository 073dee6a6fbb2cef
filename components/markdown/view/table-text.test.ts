// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { asMarkdownTable, cellsOf } from "./table-text";

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

  it("is Markdown whose cells hold their bars", () => {
    expect(asMarkdownTable(ROWS)).toBe('| Name | Says |\n| --- | --- |\n| a\\|b | a "word", two |');
  });
});

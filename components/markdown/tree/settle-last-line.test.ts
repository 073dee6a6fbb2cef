import { describe, expect, it } from "vitest";
import { settleLastLine } from "./settle-last-line";

describe("settleLastLine", () => {
  it.each([
    ["a dash that would make a heading of the line above", "Two things\n-", "Two things\n"],
    ["an underline", "Two things\n==", "Two things\n"],
    ["a heading without words", "Text\n\n##", "Text\n\n"],
    ["a list number without an item", "Text\n\n1.", "Text\n\n"],
    ["half a fence", "Text\n\n``", "Text\n\n"],
    ["emphasis that has not begun", "Text\n\n**", "Text\n\n"],
    ["a table's first line", "Text\n\n| a | b", "Text\n\n"],
    ["a table whose rule is half written", "Text\n\n| a | b |\n|--", "Text\n\n"],
    ["a backslash that may open a formula", "So \\", "So "],
    ["a backslash that may close one", "So \\(a \\\\\\", "So \\(a \\\\"],
    ["a table whose rule has too few cells", "| a | b |\n|---|", ""],
  ])("holds back %s", (_, text, settled) => {
    expect(settleLastLine(text)).toBe(settled);
  });

  it.each([
    "Two things\n- a",
    "1. First",
    "The result is 3.5",
    "Text\n\n| a | b |\n|---|---|",
    "| a | b |\n|---|---|\n| 1",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "Left | right",
    "a \\\\",
    "```sh\nls | wc",
    "",
  ])("leaves %j", (text) => {
    expect(settleLastLine(text)).toBe(text);
  });

  it("never shows less than it showed before, whatever the text", () => {
    const text =
      "Intro\n\n## Heading\n\n1. One\n2. Two\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n- x\n- y\n\n```ts\nconst a = 1;\n```\nEnd";
    let shown = "";
    for (let length = 1; length <= text.length; length += 1) {
      const next = settleLastLine(text.slice(0, length));
      expect(next.startsWith(shown.trimEnd())).toBe(true);
      shown = next;
    }
    expect(shown).toBe(text);
  });
});

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
    ["half a label of an address", "Text\n\n[lo", "Text\n\n"],
    ["a label whose address is to come", "Text\n\n[loom]: ", "Text\n\n"],
    ["half an address in brackets", "Text\n\n[loom]: <https://exam", "Text\n\n"],
    ["half a title of an address", 'Text\n\n[loom]: /loom "The lo', "Text\n\n[loom]: /loom"],
    ["one in the first line", "[loom]: /loom 'The lo", "[loom]: /loom"],
    ["one behind another", "Text\n\n[loom]: /loom\n[wool]", "Text\n\n[loom]: /loom\n"],
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
    "[loom",
    "Text\n[loom",
    "Text\n\n[loom](",
    "Text\n\n[1] L",
    "Text\n\n[loom]: h",
    "Text\n\n- [",
    'Text\n[loom]: /loom "The lo',
    'Text\n\n[loom]: /loom "The loom"',
    `Text\n\n[Ines]: well "${"that is a long story ".repeat(7)}`,
    "Text\n\n[The whole history of the loom",
    "",
  ])("leaves %j", (text) => {
    expect(settleLastLine(text)).toBe(text);
  });

  it("never shows less than it showed before, whatever the text", () => {
    const text =
      'Intro\n\n## Heading\n\n1. One\n2. Two\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n- x\n- y\n\n```ts\nconst a = 1;\n```\n\n[a](/a) End\n\n[b]: /b\n[c]: /c "The c"\n[d]: </d> (d)\n';
    let shown = "";
    for (let length = 1; length <= text.length; length += 1) {
      const next = settleLastLine(text.slice(0, length));
      expect(next.startsWith(shown.trimEnd())).toBe(true);
      shown = next;
    }
    expect(shown).toBe(text);
  });
});

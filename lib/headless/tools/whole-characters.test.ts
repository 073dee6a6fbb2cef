import fc from "fast-check";
import { expect, it } from "vitest";
import { wholeCharacters } from "./whole-characters";

const characters = (text: string) =>
  [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].map(({ segment }) => segment);

it.each([
  ["a pair", "ab😀c", 3, "ab"],
  ["a combining sign", "abe\u0301c", 3, "ab"],
  ["a family", "a👨‍👩‍👧b", 5, "a"],
  ["a flag", "a🇩🇪b", 3, "a"],
  ["a line's end of two signs", "ab\r\nc", 3, "ab"],
  ["plain letters", "abcd", 3, "abc"],
  ["a text that is short enough", "a😀", 3, "a😀"],
  ["a character longer than all", `e${"\u0301".repeat(9)}`, 4, `e${"\u0301".repeat(3)}`],
  ["half of a pair that stands first", "😀", 1, ""],
])("never cuts %s in two", (_, text, max, expected) => {
  expect(wholeCharacters(text, max)).toBe(expected);
});

it("gives the longest beginning of whole characters, in the middle of long texts too", () => {
  const word = fc.constantFrom("a", "é", "e\u0301", "😀", "👨‍👩‍👧", "🇩🇪", "न\u093F", " ");
  const texts = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(""));
  fc.assert(
    fc.property(texts, fc.nat(60), fc.constantFrom(0, 3_000), (text, more, before) => {
      const [max, long] = [before + more, "x".repeat(before) + text];
      let expected = "";
      for (const character of characters(long)) {
        if (expected.length + character.length > max) break;
        expected += character;
      }
      if (expected !== "") expect(wholeCharacters(long, max)).toBe(expected);
      expect(wholeCharacters(long, max).isWellFormed()).toBe(true);
    }),
  );
});

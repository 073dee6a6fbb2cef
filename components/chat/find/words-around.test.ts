import { expect, it } from "vitest";
import { wordsAround } from "./words-around";

it("says the words around the first place, without case and with whole words", () => {
  expect(wordsAround("A short one", "SHORT")).toBe("A short one");
  const long = `${"before it ".repeat(20)}the Needle here${" behind it".repeat(20)}`;
  const words = wordsAround(long, "needle");
  expect(words).toMatch(/^… (it )?before it .*the Needle here behind.* (behind|it) …$/);
  expect(words.length).toBeLessThan(150);
  expect(wordsAround("x".repeat(500), "xx").length).toBeLessThan(150);
  expect(wordsAround("two\nlines", "lines")).toBe("two lines");
});

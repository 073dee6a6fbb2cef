import { describe, expect, test } from "vitest";
import { readSums } from "./sums";

describe("readSums", () => {
  test.each([
    ["What is 3 * 12? Also, what is 11 + 49?", ["multiply 3 12", "add 11 49"]],
    ["2*21", ["multiply 2 21"]],
    ["what's 7 x 8, please", ["multiply 7 8"]],
    ["7 × 8 and 2 plus 2 and 3 times 4.", ["multiply 7 8", "add 2 2", "multiply 3 4"]],
    ["1.5 + 2.25", ["add 1.5 2.25"]],
    ["-3 * 4", ["multiply -3 4"]],
    ["3 * -4", ["multiply 3 -4"]],
    ["12345678 + 1", ["add 12345678 1"]],
  ])("%s", (question, expected) => {
    expect(readSums(question).map(({ tool, a, b }) => `${tool} ${a} ${b}`)).toEqual(expected);
  });

  test.each(["Hello", "1 + 2 + 3", "2 * 3 + 4", "10 - 3", "6 / 2", "the year 2024", "1 + two", "3 plus 4 times 5"])(
    "leaves out what it cannot work out in one step: %s",
    (question) => expect(readSums(question)).toEqual([]),
  );

  test("reads at most eight, and a long hostile text quickly", () => {
    expect(readSums("1+1 ".repeat(20).replaceAll(" ", ", "))).toHaveLength(8);
    const startMs = performance.now();
    for (const hostile of ["1", "1 ", "1+", "1 + ", "-", "."])
      readSums(`${hostile.repeat(10_000)} ${" ".repeat(10_000)}+`);
    expect(performance.now() - startMs).toBeLessThan(2_000);
  });
});

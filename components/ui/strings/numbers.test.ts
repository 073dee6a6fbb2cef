import { expect, it } from "vitest";
import { quantity } from "./numbers";

it.each([
  [0, "0"],
  [-0.25, "-0.25"],
  [10 / 3, "3.333"],
  [1234.5678, "1,234.568"],
  [13_960_123, "13,960,123"],
  [0.000001, "0.000001"],
  [0.0000125, "0.0000125"],
  [1.5e-9, "1.5E-9"],
  [2.5e15, "2.5E15"],
])("%d is written %s", (value, words) => {
  expect(quantity(value)).toBe(words);
});

import { expect, it } from "vitest";
import { labelStep } from "./label-step";

it.each([
  ["few short ones", ["Jan", "Feb"], 2, 300, 1],
  ["twelve short ones", Array.from({ length: 12 }, () => "Jan"), 12, 600, 1],
  ["twelve short ones where it is narrow", Array.from({ length: 12 }, () => "Jan"), 12, 270, 2],
  ["more than are read", Array.from({ length: 48 }, () => "1"), 48, 600, 4],
  ["long ones", Array.from({ length: 12 }, () => "A region's long name"), 12, 600, 2],
  ["long ones where it is narrow", Array.from({ length: 12 }, () => "A region's long name"), 12, 270, 6],
  ["none", [], 0, 600, 1],
])("%s", (_, labels, places, widthPx, step) => {
  expect(labelStep(labels, places, widthPx)).toBe(step);
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { chartScale } from "./chart-scale";

it("holds zero and every value between a few round lines", () => {
  const number = fc.double({ min: -1e12, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(fc.array(number, { maxLength: 20 }), (values) => {
      const { least, greatest, marks } = chartScale(values);
      const slack = (greatest - least) / 1e9;
      expect(least).toBeLessThanOrEqual(Math.min(0, ...values) + slack);
      expect(greatest).toBeGreaterThanOrEqual(Math.max(0, ...values) - slack);
      expect(greatest).toBeGreaterThan(least);
      expect(marks).toContain(0);
      expect(marks.length).toBeLessThanOrEqual(7);
    }),
  );
});

it("ends where it is told to, unless a value is greater", () => {
  expect(chartScale([38, 52], 100)).toEqual({ least: 0, greatest: 100, marks: [0, 25, 50, 75, 100] });
  expect(chartScale([120], 100).greatest).toBeGreaterThanOrEqual(120);
  expect(chartScale([]).marks[0]).toBe(0);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { addNumbers, multiplyNumbers } from "./decimal-arithmetic";

test("whole numbers are exact, also where a double is not", () => {
  const whole = fc.maxSafeInteger();
  fc.assert(
    fc.property(whole, whole, (a, b) => {
      expect(multiplyNumbers(a, b)).toBe(String(BigInt(a) * BigInt(b)));
      expect(addNumbers(a, b)).toBe(String(BigInt(a) + BigInt(b)));
    }),
  );
  expect(multiplyNumbers(987_654_321, 123_456_789)).toBe("121932631112635269");
});

test("decimals are as a person would write them", () => {
  expect(addNumbers(0.1, 0.2)).toBe("0.3");
  expect(addNumbers(-1.5, 1.25)).toBe("-0.25");
  expect(multiplyNumbers(1.1, 1.1)).toBe("1.21");
  expect(multiplyNumbers(2.5, 4)).toBe("10");
  expect(multiplyNumbers(-0.5, 0)).toBe("0");
  expect(multiplyNumbers(1e-7, 3)).toBe("0.0000003");
  const cents = fc.integer({ min: -1e9, max: 1e9 });
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      expect(addNumbers(a / 100, b / 100)).toBe(String((a + b) / 100));
    }),
  );
});

test("what was rounded on its way, or would have no end of places, says so", () => {
  expect(addNumbers(2 ** 53, 1)).toMatch(/^≈ 900719925474099\d$/);
  expect(addNumbers(JSON.parse("12345678901234567890"), 0)).toMatch(/^≈ /);
  expect(addNumbers(JSON.parse("1000000000000000000001"), 1)).toBe("≈ 1e+21"); // a round number once it is read
  expect(multiplyNumbers(1 / 3, 3)).toBe("≈ 1");
  expect(multiplyNumbers(1e30, 1e30)).toBe("≈ 1e+60");
  expect(() => multiplyNumbers(1e308, 1e308)).toThrow("too large");
});

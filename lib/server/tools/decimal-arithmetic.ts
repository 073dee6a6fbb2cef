import { Decimal } from "decimal.js";

/** So many digits every double keeps as they were written; of longer numbers nobody knows what they were. */
const KEPT_DIGITS = 15;
/** A result with more places than these is not read by anybody; it is rounded, and says so. */
const MAX_PLACES = 40;
/** Holds every sum and product of two numbers that are known exactly. */
const Exact = Decimal.clone({ precision: 2 * MAX_PLACES });

/** The sum as text: exact, without binary's own last digits, or with `≈` before it where it cannot be. */
export function addNumbers(a: number, b: number): string {
  return say(a, b, a + b, (left, right) => left.plus(right));
}

/** The product as text: exact, without binary's own last digits, or with `≈` before it where it cannot be. */
export function multiplyNumbers(a: number, b: number): string {
  return say(a, b, a * b, (left, right) => left.times(right));
}

function say(a: number, b: number, rounded: number, work: (left: Decimal, right: Decimal) => Decimal): string {
  if (isKnown(a) && isKnown(b)) {
    const exact = work(new Exact(a), new Exact(b)).plus(0).toFixed(); // zero has no sign
    if (exact.replace(/\D/g, "").length <= MAX_PLACES) return exact;
  }
  if (!Number.isFinite(rounded)) throw new Error("The result is too large.");
  return `≈ ${Number(rounded.toPrecision(KEPT_DIGITS))}`;
}

/** False for a number that may have been rounded when it was read, or that has too many places. */
function isKnown(value: number): boolean {
  if (Number.isInteger(value)) return Number.isSafeInteger(value);
  const decimal = new Exact(value);
  return decimal.precision() <= KEPT_DIGITS && decimal.decimalPlaces() <= MAX_PLACES;
}

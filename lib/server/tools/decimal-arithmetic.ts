/** A number as written: `digits` times ten to the power of `exponent`. */
type Decimal = { readonly digits: bigint; readonly exponent: number };

/** So many digits every double keeps as they were written; of longer numbers nobody knows what they were. */
const KEPT_DIGITS = 15;
/** A result with more places than these is not read by anybody; it is rounded, and says so. */
const MAX_PLACES = 40;

/** The sum as text: exact, without binary's own last digits, or with `≈` before it where it cannot be. */
export function addNumbers(a: number, b: number): string {
  return say(a, b, a + b, (left, right) => {
    const exponent = Math.min(left.exponent, right.exponent);
    return { digits: scaled(left, exponent) + scaled(right, exponent), exponent };
  });
}

/** The product as text: exact, without binary's own last digits, or with `≈` before it where it cannot be. */
export function multiplyNumbers(a: number, b: number): string {
  return say(a, b, a * b, (left, right) => ({
    digits: left.digits * right.digits,
    exponent: left.exponent + right.exponent,
  }));
}

function say(a: number, b: number, rounded: number, work: (left: Decimal, right: Decimal) => Decimal): string {
  const [left, right] = [readDecimal(a), readDecimal(b)];
  const exact = left && right && format(work(left, right));
  if (exact !== undefined) return exact;
  if (!Number.isFinite(rounded)) throw new Error("The result is too large.");
  return `≈ ${Number(rounded.toPrecision(KEPT_DIGITS))}`;
}

/** Undefined for a number that may have been rounded when it was read, or that has too many places. */
function readDecimal(value: number): Decimal | undefined {
  const [mantissa = "", power = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const significant = `${whole}${fraction}`.replace(/^-?0*/, "").replace(/0+$/, "");
  if (significant.length > KEPT_DIGITS && !Number.isSafeInteger(value)) return undefined;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  const exponent = Number(power) - fraction.length;
  return Math.abs(exponent) > MAX_PLACES ? undefined : { digits: BigInt(whole + fraction), exponent };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

function format({ digits, exponent }: Decimal): string | undefined {
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits);
  if (exponent >= 0) {
    const whole = digits === 0n ? "0" : text + "0".repeat(exponent);
    return whole.length > MAX_PLACES ? undefined : sign + whole;
  }
  const padded = text.padStart(1 - exponent, "0");
  const fraction = padded.slice(exponent).replace(/0+$/, "");
  const whole = padded.slice(0, exponent);
  if (whole.length + fraction.length > MAX_PLACES) return undefined;
  return sign + whole + (fraction === "" ? "" : `.${fraction}`);
}

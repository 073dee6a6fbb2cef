import { isJsonArray, isJsonObject, type JsonValue } from "../python/json-value";

/**
 * The JSON text that Python's `json.dumps` writes: `, ` and `: ` between, everything outside of ASCII escaped, NaN and
 * Infinity as such, fractions as Python prints them. A number without a fraction is written as an int.
 */
export function formatPythonJson(value: JsonValue | undefined): string {
  if (typeof value === "string") return formatString(value);
  if (typeof value === "number") return formatPythonNumber(value);
  if (isJsonArray(value)) return `[${value.map(formatPythonJson).join(", ")}]`;
  if (!isJsonObject(value)) return String(value ?? null);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries.map(([key, item]) => `${formatString(key)}: ${formatPythonJson(item)}`).join(", ")}}`;
}

/** A number as Python's `repr` prints it: the same digits, but `1e-05` where JavaScript prints 0.00001. */
export function formatPythonNumber(value: number): string {
  if (!Number.isFinite(value) || value === 0 || Math.abs(value) >= 1e-4) return String(value);
  const [digits, exponent] = value.toExponential().split("e-");
  return `${digits}e-${exponent?.padStart(2, "0")}`;
}

function formatString(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

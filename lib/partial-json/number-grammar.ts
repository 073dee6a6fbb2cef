/**
 * RFC 8259 numbers, one character at a time: the next state for each state (row) and kind of character (column: `0`,
 * `1` to `9`, `.`, `e` or `E`, sign). The first four states may end a number.
 */
const STATES = [
  "  56 ", // 0: a whole part of zero
  "1156 ", // 1: another whole part
  "22 6 ", // 2: a fraction
  "33   ", // 3: an exponent
  "01   ", // 4: a minus
  "22   ", // 5: a point
  "33  7", // 6: e
  "33   ", // 7: the sign of an exponent
];
const MINUS = 4;

/** The character does not belong to the number. */
export const NOT_NUMBER = -1;

export function firstNumberState(code: number): number {
  return code === 45 ? MINUS : nextNumberState(MINUS, code);
}

export function nextNumberState(state: number, code: number): number {
  const digit = (STATES[state] ?? "").charCodeAt(columnOf(code)) - 48;
  return digit >= 0 ? digit : NOT_NUMBER;
}

/** Whether what was read so far is a whole number on its own. */
export function mayEndNumber(state: number): boolean {
  return state < MINUS;
}

function columnOf(code: number): number {
  if (code >= 48 && code <= 57) return code === 48 ? 0 : 1;
  if (code === 46) return 2;
  if (code === 101 || code === 69) return 3;
  return code === 43 || code === 45 ? 4 : NOT_NUMBER;
}

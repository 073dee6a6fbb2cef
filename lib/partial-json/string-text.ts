import type { ByteBudget } from "./byte-budget";
import { decodeEscape, simpleEscape } from "./escape";

const QUOTE = 34;
const BACKSLASH = 92;
const FIRST_PRINTABLE = 32;
const LAST_ASCII = 127;

/**
 * The inside of a string, read across any cuts. What may not be shown yet (a cut escape, the first half of a surrogate
 * pair) is held back until the next character decides it.
 */
export class StringText {
  /** What may be shown. Grows by appending, which the engine does without copying. */
  text = "";
  isClosed = false;
  /** The first thing in it that JSON forbids although its meaning is plain; it is read as it stands. */
  fault: string | undefined;
  /** Where in the piece read last `fault` stands. */
  faultPosition = 0;
  /** An escape as far as it was read: "", `\`, `\u`, `\u1`, … */
  #escape = "";
  /** "" or the high surrogate whose other half may still come. */
  #held = "";

  begin(): void {
    this.text = "";
    this.isClosed = false;
  }

  /** Reads to the closing quote or the end of the budget; returns the position after what it read. */
  read(piece: string, start: number, budget: ByteBudget): number {
    let position = start;
    let grown = this.#held;
    let lastUnit = grown === "" ? 0 : grown.charCodeAt(0);
    this.#held = "";
    while (position < budget.end) {
      const code = piece.charCodeAt(position);
      if (this.#escape !== "") {
        const longer = this.#escape + String.fromCharCode(code);
        const unit = decodeEscape(longer);
        this.#escape = unit === undefined ? longer : "";
        if (unit === null) {
          this.#note("an unknown escape", position);
          grown += longer.slice(0, -1);
          lastUnit = 0;
          continue;
        }
        position++;
        if (unit === undefined) continue;
        grown += unit;
        lastUnit = unit.charCodeAt(0);
      } else if (code === QUOTE) {
        this.isClosed = true;
        this.text += grown;
        return position + 1;
      } else if (code === BACKSLASH) {
        const unit = position + 1 < budget.end ? simpleEscape(piece.charCodeAt(position + 1)) : null;
        if (unit === null) this.#escape = "\\";
        else grown += unit;
        lastUnit = unit === null ? lastUnit : 0;
        position += unit === null ? 1 : 2;
      } else if (code < FIRST_PRINTABLE) {
        this.#note("a raw control character", position);
        grown += String.fromCharCode(code);
        lastUnit = code;
        position++;
      } else {
        const end = endOfRun(piece, position, budget);
        if (end === position) break;
        const run = end - position === piece.length ? piece : piece.slice(position, end);
        grown = grown === "" ? run : grown + run;
        lastUnit = piece.charCodeAt(end - 1);
        position = end;
      }
    }
    if (lastUnit >= 0xd800 && lastUnit <= 0xdbff) {
      this.#held = String.fromCharCode(lastUnit);
      grown = grown.slice(0, -1);
    }
    if (grown !== "") this.text += grown;
    return position;
  }

  #note(fault: string, position: number): void {
    if (this.fault !== undefined) return;
    this.fault = fault;
    this.faultPosition = position;
  }
}

/** The end of the characters from `start` on that stand for themselves. */
function endOfRun(piece: string, start: number, budget: ByteBudget): number {
  let end = budget.end;
  let position = start;
  for (; position < end; position++) {
    const code = piece.charCodeAt(position);
    if (code === QUOTE || code === BACKSLASH || code < FIRST_PRINTABLE) return position;
    if (code <= LAST_ASCII) continue;
    budget.takeWide(code);
    end = budget.end;
    if (position >= end) return position;
  }
  return position;
}

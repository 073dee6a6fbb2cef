import type { ByteBudget } from "./byte-budget";
import { firstNumberState, mayEndNumber, NOT_NUMBER, nextNumberState } from "./number-grammar";

/** The reference refuses longer integers too; it keeps `value` from costing the number's length at every reading. */
export const MAX_NUMBER_LENGTH = 4300;

/** A number whose end has not been seen. */
export class OpenNumber {
  /** A character came that does not belong to it. */
  isEnded = false;
  /** A character came that belongs to it and is one too many. */
  isTooLong = false;
  #text = "";
  #state = 0;
  /** Length of the longest start of the text that is a number on its own. */
  #shownLength = 0;

  /** False if no number starts with this character. */
  begin(code: number): boolean {
    this.#state = firstNumberState(code);
    if (this.#state === NOT_NUMBER) return false;
    this.#text = String.fromCharCode(code);
    this.#shownLength = mayEndNumber(this.#state) ? 1 : 0;
    this.isEnded = false;
    return true;
  }

  /** Reads as far as the number goes; returns the position after what it read. */
  read(piece: string, start: number, budget: ByteBudget): number {
    const readBefore = this.#text.length - start;
    let position = start;
    for (; position < budget.end; position++) {
      const state = nextNumberState(this.#state, piece.charCodeAt(position));
      this.isEnded = state === NOT_NUMBER;
      this.isTooLong = !this.isEnded && readBefore + position >= MAX_NUMBER_LENGTH;
      if (this.isEnded || this.isTooLong) break;
      this.#state = state;
      if (mayEndNumber(state)) this.#shownLength = readBefore + position + 1;
    }
    this.#text += piece.slice(start, position);
    return position;
  }

  /** Whether what was read so far is a number on its own. */
  get isWhole(): boolean {
    return mayEndNumber(this.#state);
  }

  /** The longest number that the text begins with. */
  get shown(): number | undefined {
    if (this.#shownLength === 0) return undefined;
    return Number(this.#shownLength === this.#text.length ? this.#text : this.#text.slice(0, this.#shownLength));
  }
}

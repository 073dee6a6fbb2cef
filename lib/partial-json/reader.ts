import { ByteBudget } from "./byte-budget";
import { hasPart } from "./has-part";
import type { JsonPath, JsonValue, PathState } from "./json-value";
import { MAX_NUMBER_LENGTH, OpenNumber } from "./open-number";
import { OpenPath } from "./open-path";
import { StringText } from "./string-text";

// What is being read, or what the next mark may be.
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY_OR_END = 2;
const KEY = 3;
const COLON = 4;
const COMMA_OR_END = 5;
const IN_STRING = 6;
const IN_KEY = 7;
const IN_NUMBER = 8;
const IN_LITERAL = 9;
const NOTHING = 10;

const QUOTE = 34;
const COMMA_MARK = 44;
const COLON_MARK = 58;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

const literals = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;

/**
 * The machine behind `createPartialJson`: what comes next, a stack of open containers, and the open scalar. A class,
 * because its fields are read once a character and the engine then knows their places.
 */
export class Reader {
  error: string | undefined;
  #next = VALUE;
  readonly #open = new OpenPath();
  #root: JsonValue | undefined;
  readonly #string = new StringText();
  readonly #number = new OpenNumber();
  #literal: (typeof literals)[number] | undefined;
  #literalLength = 0;
  /** After the end, or a fault that leaves no meaning, the text is read no further. */
  #isDead = false;
  #isTooDeep = false;
  /** UTF-16 units read before the piece at hand. */
  #offset = 0;
  readonly #budget: ByteBudget;
  readonly #maxDepth: number;
  readonly #maxBytes: number;
  #isStale = false;
  #shown: JsonValue | undefined;

  constructor(maxDepth: number, maxBytes: number) {
    this.#maxDepth = maxDepth;
    this.#maxBytes = maxBytes;
    this.#budget = new ByteBudget(maxBytes);
  }

  get isComplete(): boolean {
    return this.#next === NOTHING;
  }

  get value(): JsonValue | undefined {
    if (!this.#isStale) return this.#shown;
    this.#isStale = false;
    const value = this.#open.show(this.#openScalar()) ?? this.#root;
    this.#shown = value;
    return value;
  }

  feed(piece: string): void {
    if (this.#isDead) return;
    this.#budget.begin(piece.length);
    let position = 0;
    while (position < this.#budget.end && !this.#isDead) position = this.#step(piece, position);
    if (position < piece.length) this.#die(`longer than ${this.#maxBytes} bytes`, position);
    this.#budget.commit(position);
    this.#offset += position;
  }

  finish(): void {
    if (!this.#isDead && this.#next === IN_NUMBER && this.#number.isWhole) this.#closeNumber();
    this.#stop();
    if (this.#next !== NOTHING) this.error ??= "the text ends too early";
  }

  stateAt(path: JsonPath): PathState {
    if (!hasPart(this.value, path)) return "absent";
    return this.#open.leadsTo(path, this.#openScalar()) ? "growing" : "complete";
  }

  /** What the open scalar shows; undefined if none is open or nothing of it may be shown. */
  #openScalar(): JsonValue | undefined {
    if (this.#next === IN_STRING) return this.#string.text;
    return this.#next === IN_NUMBER ? this.#number.shown : undefined;
  }

  /** Reads one mark, or the scalar at hand as far as it goes; returns the position after what it read. */
  #step(piece: string, position: number): number {
    switch (this.#next) {
      case IN_STRING:
      case IN_KEY:
        return this.#readString(piece, position);
      case IN_NUMBER:
        return this.#readNumber(piece, position);
      case IN_LITERAL:
        return this.#readLiteral(piece, position);
      default: {
        const code = piece.charCodeAt(position);
        const isSpace = code === 32 || code === 10 || code === 13 || code === 9;
        if (!isSpace && !this.#readMark(code)) this.#refuse(piece, position);
        return this.#isDead ? position : position + 1;
      }
    }
  }

  /** False if the mark cannot stand here. */
  #readMark(code: number): boolean {
    switch (this.#next) {
      case VALUE:
        return this.#beginValue(code);
      case VALUE_OR_END:
        return code === CLOSE_ARRAY ? this.#closeContainer() : this.#beginValue(code);
      case KEY:
        return this.#beginKey(code);
      case KEY_OR_END:
        return code === CLOSE_OBJECT ? this.#closeContainer() : this.#beginKey(code);
      case COLON:
        if (code === COLON_MARK) this.#next = VALUE;
        return code === COLON_MARK;
      default:
        return this.#readCommaOrEnd(code);
    }
  }

  #readCommaOrEnd(code: number): boolean {
    const container = this.#open.innermost;
    if (container === undefined) return false;
    const { isArray } = container;
    if (code === (isArray ? CLOSE_ARRAY : CLOSE_OBJECT)) return this.#closeContainer();
    if (code === COMMA_MARK) this.#next = isArray ? VALUE : KEY;
    return code === COMMA_MARK;
  }

  #beginKey(code: number): boolean {
    if (code !== QUOTE) return false;
    this.#string.begin();
    this.#next = IN_KEY;
    return true;
  }

  #beginValue(code: number): boolean {
    if (code === QUOTE) {
      this.#string.begin();
      this.#next = IN_STRING;
      this.#isStale = true;
      return true;
    }
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      this.#isTooDeep = this.#open.depth >= this.#maxDepth;
      if (this.#isTooDeep) return false;
      this.#open.open(code === OPEN_ARRAY);
      this.#next = code === OPEN_OBJECT ? KEY_OR_END : VALUE_OR_END;
      this.#isStale = true;
      return true;
    }
    if (this.#number.begin(code)) {
      this.#next = IN_NUMBER;
      this.#isStale = true;
      return true;
    }
    this.#literal = literals.find(([text]) => text.charCodeAt(0) === code);
    this.#literalLength = 1;
    if (this.#literal !== undefined) this.#next = IN_LITERAL;
    return this.#literal !== undefined;
  }

  #readString(piece: string, start: number): number {
    const string = this.#string;
    const position = string.read(piece, start, this.#budget);
    if (string.fault !== undefined && this.error === undefined) this.#note(string.fault, string.faultPosition);
    if (this.#next === IN_STRING) {
      this.#isStale = true;
      if (string.isClosed) this.#closeValue(string.text);
      return position;
    }
    const container = this.#open.innermost;
    if (!string.isClosed || container === undefined) return position;
    container.beginKey(string.text);
    this.#next = COLON;
    return position;
  }

  #readNumber(piece: string, start: number): number {
    const number = this.#number;
    const position = number.read(piece, start, this.#budget);
    this.#isStale = true;
    if (number.isTooLong) this.#die(`a number longer than ${MAX_NUMBER_LENGTH} characters`, position);
    else if (number.isEnded && number.isWhole) this.#closeNumber();
    else if (number.isEnded) this.#refuse(piece, position);
    return position;
  }

  #closeNumber(): void {
    const { shown } = this.#number;
    if (shown !== undefined) this.#closeValue(shown);
  }

  #readLiteral(piece: string, start: number): number {
    const [text = "", value = null] = this.#literal ?? [];
    let position = start;
    while (position < this.#budget.end && this.#literalLength < text.length) {
      if (piece.charCodeAt(position) !== text.charCodeAt(this.#literalLength)) {
        this.#refuse(piece, position);
        return position;
      }
      position++;
      this.#literalLength++;
    }
    if (this.#literalLength === text.length) this.#closeValue(value);
    return position;
  }

  #closeContainer(): boolean {
    const value = this.#open.close();
    if (value !== undefined) this.#closeValue(value);
    return true;
  }

  #closeValue(value: JsonValue): void {
    this.#isStale = true;
    const isInside = this.#open.closeChild(value);
    this.#next = isInside ? COMMA_OR_END : NOTHING;
    if (!isInside) this.#root = value;
  }

  #refuse(piece: string, position: number): void {
    const reason = this.#isTooDeep ? `nested deeper than ${this.#maxDepth} levels` : undefined;
    this.#die(reason ?? `unexpected ${JSON.stringify(piece.charAt(position))}`, position);
  }

  #die(reason: string, position: number): void {
    this.#note(reason, position);
    this.#stop();
  }

  /** Nothing more is read, and all that was read is shown. */
  #stop(): void {
    this.#isDead = true;
    this.#open.showAll();
    this.#isStale = true;
  }

  #note(reason: string, position: number): void {
    this.error ??= `${reason} at character ${this.#offset + position}`;
  }
}

import type { JsonValue } from "./json-value";
import { type ObjectKey, objectKey } from "./object-key";

type Fields = { [key: string]: JsonValue };

/**
 * An array with this many closed items is shown to within one part in so many: its last items, and the open one, appear
 * in groups. Showing each step would copy all items each time, and the work would grow with the square of the length.
 */
export const WIDE_ARRAY_LENGTH = 2000;

const noKey = objectKey("");
const noItems: JsonValue[] = [];
const noFields: Fields = {};

/**
 * An array or object whose closing bracket has not come. `#items` or `#fields` is private to the reader and written in
 * place; what a caller sees is `#shared`, a copy made at most once a snapshot. One class for both kinds keeps the hot
 * functions monomorphic.
 */
export class OpenContainer {
  readonly isArray: boolean;
  readonly #items: JsonValue[];
  readonly #fields: Fields;
  /** Object: the key being filled, and whether one so far is a name of Object.prototype. */
  #key: ObjectKey = noKey;
  #hasInheritedKey = false;
  /** How many children are closed; in an array the open one stands at this position. */
  #closedCount = 0;
  /** The last copy handed out, and the open child as that copy shows it. */
  #shared: JsonValue[] | Fields | undefined;
  #shownChild: JsonValue | undefined;
  /** A closed child differs from what `#shared` shows. */
  #isChanged = false;

  constructor(isArray: boolean) {
    this.isArray = isArray;
    this.#items = isArray ? [] : noItems;
    this.#fields = isArray ? noFields : {};
  }

  get isWide(): boolean {
    return this.isArray && this.#closedCount >= WIDE_ARRAY_LENGTH;
  }

  /** The last step of the path to the open child. */
  get openStep(): string | number {
    return this.isArray ? this.#closedCount : this.#key.text;
  }

  beginKey(text: string): void {
    this.#key = objectKey(text);
  }

  closeChild(child: JsonValue): void {
    this.#place(child);
    if (this.#shared === undefined || this.#shownChild !== child) this.#isChanged = true;
    this.#shownChild = undefined;
    this.#closedCount++;
  }

  /** The final value: the copy already handed out where it says all, so that identity survives the closing bracket. */
  close(): JsonValue {
    if (this.#shared !== undefined && !this.#isChanged) return this.#shared;
    return this.isArray ? this.#items : this.#fields;
  }

  /** The value to show, the same reference as before if nothing in it changed. Costs the width if something did. */
  show(child: JsonValue | undefined): JsonValue {
    if (this.#shared !== undefined && !this.#isChanged && this.#shownChild === child) return this.#shared;
    if (child !== undefined) this.#place(child);
    this.#shared = this.isArray ? this.#items.slice() : copyFields(this.#fields, this.#hasInheritedKey);
    this.#shownChild = child;
    this.#isChanged = false;
    return this.#shared;
  }

  /** `show` for a wide array. What is shown depends on the text alone, whatever was read when. */
  showWide(): JsonValue {
    const shared = this.#shared;
    const group = Math.floor(this.#closedCount / WIDE_ARRAY_LENGTH);
    const count = this.#closedCount - (this.#closedCount % group);
    // The items before the last do not change once they are shown.
    const last = count - 1;
    if (Array.isArray(shared) && shared.length === count && shared[last] === this.#items[last]) return shared;
    this.#shared = this.#items.slice(0, count);
    this.#shownChild = undefined;
    this.#isChanged = count < this.#closedCount;
    return this.#shared;
  }

  /** Writes the child at the open place. */
  #place(child: JsonValue): void {
    const { text, isInherited } = this.#key;
    if (this.isArray) {
      if (this.#items.length === this.#closedCount) this.#items.push(child);
      else this.#items[this.#closedCount] = child;
    } else if (isInherited) {
      this.#hasInheritedKey = true;
      const property = { value: child, enumerable: true, writable: true, configurable: true };
      Object.defineProperty(this.#fields, text, property);
    } else {
      this.#fields[text] = child;
    }
  }
}

function copyFields(fields: Fields, hasInheritedKey: boolean): Fields {
  // The engine copies objects of many shapes twice as fast by `assign`, which would set the prototype for `__proto__`.
  return hasInheritedKey ? { ...fields } : Object.assign({}, fields);
}

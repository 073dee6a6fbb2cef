import { createPartialJson, DEFAULT_MAX_BYTES, type PartialJson, type PartialJsonOptions } from "@/lib/partial-json";
import { strictJson } from "./chunk-fields";

/** The arguments of one call as they arrive: rule M4. */
export class ArgumentText {
  text = "";
  reader: PartialJson;
  readonly #bounds: PartialJsonOptions;
  readonly #maxBytes: number;
  /** Past the bound nothing is taken any more, or a later fragment would join what it does not follow. */
  #isFull = false;

  constructor(bounds: PartialJsonOptions) {
    this.#bounds = bounds;
    this.#maxBytes = bounds.maxBytes ?? DEFAULT_MAX_BYTES;
    this.reader = createPartialJson(bounds);
  }

  /** Why the text cannot become arguments, as far as it was read. */
  get error(): string | undefined {
    return this.#isFull ? `longer than ${this.#maxBytes} bytes` : this.reader.error;
  }

  /**
   * Appends the fragment, unless the text could then no longer begin a JSON value and the fragment is one of the
   * repetitions that providers send. Returns whether anything changed. Costs in proportion to the fragment.
   */
  add(fragment: string): boolean {
    if (fragment === "" || this.#isFull) return false;
    const restarts = this.#isRestartedBy(fragment);
    const isEncoded = !restarts && this.#isEncodedBy(fragment);
    const isPlaceholder = this.text === "{}";
    if ((restarts || isEncoded || isPlaceholder) && !this.#mayFollow(fragment)) {
      if (restarts) return this.#append(fragment.slice(this.text.length));
      if (isEncoded) return false;
      this.text = "";
      this.reader = createPartialJson(this.#bounds);
    }
    return this.#append(fragment);
  }

  #append(fragment: string): boolean {
    if (fragment === "") return false;
    this.#isFull = this.text.length + fragment.length > this.#maxBytes;
    if (this.#isFull) return true;
    this.text += fragment;
    this.reader.feed(fragment);
    return true;
  }

  /** The text again, whole, and perhaps more. Looks at the text only if the fragment is as long. */
  #isRestartedBy(fragment: string): boolean {
    return this.text !== "" && fragment.length >= this.text.length && fragment.startsWith(this.text);
  }

  /** The text again as a JSON string. */
  #isEncodedBy(fragment: string): boolean {
    const mayBe = this.text !== "" && fragment.length >= this.text.length + 2 && fragment.startsWith('"');
    return mayBe && strictJson(fragment) === this.text;
  }

  /** Reads text and fragment apart from the real reader, so that what is shown need not be taken back. */
  #mayFollow(fragment: string): boolean {
    if (this.error !== undefined) return false;
    const probe = createPartialJson(this.#bounds);
    probe.feed(this.text);
    probe.feed(fragment);
    return probe.error === undefined;
  }
}

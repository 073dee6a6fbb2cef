import type { JsonPath, JsonValue, PartialJsonOptions, PathState } from "@/lib/partial-json";
import { ArgumentText } from "./argument-text";
import { isFields, strictJson } from "./chunk-fields";
import type { ToolCall, ToolCallStatus } from "./tool-call";

export type CallOrigin = {
  /** The message that the call came in, if that said its id. */
  readonly messageId: string | undefined;
  /** It came as a whole call of a message, not in chunks. */
  readonly cameWhole: boolean;
};

/** Names are appended to while no arguments come; no provider allows a tenth of this. */
const MAX_NAME_LENGTH = 1000;

const noArguments: { [key: string]: JsonValue } = Object.freeze({});

/** One call while it is received: the rules M3 (name) and M5 (state). */
export class OpenCall {
  readonly key: string;
  readonly origin: CallOrigin;
  index: number | string | undefined;
  id: string;
  isIdMadeUp: boolean;
  name = "";
  readonly #arguments: ArgumentText;
  #status: ToolCallStatus = "streaming";
  /** What the end of the message found; until then the reader speaks. */
  #settledError: string | undefined;
  /** The arguments are `{}` although the text does not say it. */
  #isEmpty = false;
  /** The last view handed out; undefined if something changed since. */
  #shown: ToolCall | undefined;

  /** An id is made up if the provider gave none. */
  constructor(
    key: string,
    index: number | string | undefined,
    id: string | undefined,
    origin: CallOrigin,
    bounds: PartialJsonOptions,
  ) {
    this.key = key;
    this.index = index;
    this.id = id ?? `local-${key}`;
    this.isIdMadeUp = id === undefined;
    this.origin = origin;
    this.#arguments = new ArgumentText(bounds);
  }

  get isSettled(): boolean {
    return this.#status !== "streaming";
  }

  /** The arguments' last character was read. */
  get hasWholeArguments(): boolean {
    return this.#arguments.reader.isComplete;
  }

  get hasArguments(): boolean {
    return this.#arguments.text !== "";
  }

  adoptId(id: string): void {
    this.id = id;
    this.isIdMadeUp = false;
    this.#shown = undefined;
  }

  adoptIndex(index: number | string): void {
    this.index = index;
    this.#shown = undefined;
  }

  addName(name: string): void {
    if (name === this.name || (this.name !== "" && this.hasArguments)) return;
    this.name = (this.name + name).slice(0, MAX_NAME_LENGTH);
    this.#shown = undefined;
  }

  addArguments(fragment: string): void {
    if (this.#arguments.add(fragment)) this.#shown = undefined;
  }

  /** The message has ended. The strict parse, apart from the reader that feeds the view, alone releases a tool. */
  settle(): void {
    if (this.isSettled) return;
    const { text, reader, error: fault } = this.#arguments;
    reader.finish();
    this.#isEmpty = text === "" || (reader.value === null && reader.error === undefined);
    const isCut = fault === undefined && reader.error !== undefined && !this.#isEmpty;
    const isReleased =
      this.#isEmpty || (reader.error === undefined && fault === undefined && isFields(strictJson(text)));
    this.#status = isReleased ? "complete" : isCut ? "incomplete" : "invalid";
    this.#settledError = isReleased ? undefined : (fault ?? reader.error ?? "the arguments are no object");
    this.#shown = undefined;
  }

  view(): ToolCall {
    this.#shown ??= this.#createView();
    return this.#shown;
  }

  stateAt(path: JsonPath): PathState {
    if (!this.#isEmpty) return this.#arguments.reader.stateAt(path);
    return path.length === 0 ? "complete" : "absent";
  }

  #createView(): ToolCall {
    const { key, index, id, name } = this;
    const { text, reader, error: fault } = this.#arguments;
    const error = this.isSettled ? this.#settledError : fault;
    const args = this.#isEmpty || text === "" ? noArguments : reader.value;
    const view = { key, index, id, name, argsText: text, args, status: this.#status };
    // A complete call is made here alone: `settle` has seen that its arguments are an object.
    return (error === undefined ? view : { ...view, error }) as ToolCall;
  }
}

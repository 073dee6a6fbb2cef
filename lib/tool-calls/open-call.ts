import type { JsonPath, JsonValue, PartialJsonOptions, PathState } from "@/lib/partial-json";
import { ArgumentText } from "./argument-text";
import { isFields, strictJson } from "./chunk-fields";
import type { ToolCall, ToolCallStatus } from "./tool-call";

/** Names are appended to while no arguments come; no provider allows a tenth of this. */
const MAX_NAME_LENGTH = 1000;

const noArguments: { [key: string]: JsonValue } = Object.freeze({});

/** One call while it is received: the rules M3 (name) and M5 (state). */
export class OpenCall {
  readonly key: string;
  /** The message that the call was streamed in; undefined if that said no id, or the call came whole with its final id. */
  readonly messageId: string | undefined;
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
    messageId: string | undefined,
    bounds: PartialJsonOptions,
  ) {
    this.key = key;
    this.index = index;
    this.id = id ?? `local-${key}`;
    this.isIdMadeUp = id === undefined;
    this.messageId = messageId;
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
    this.#isEmpty = fault === undefined && (text === "" || reader.value === null);
    const error = fault ?? reader.error;
    const isReleased = this.#isEmpty || (error === undefined && isFields(strictJson(text)));
    // Where only the end has found an error, the text is cut off.
    this.#status = isReleased ? "complete" : fault === error ? "invalid" : "incomplete";
    this.#settledError = isReleased ? undefined : (error ?? "the arguments are no object");
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

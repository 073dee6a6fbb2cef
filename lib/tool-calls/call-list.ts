import type { PartialJsonOptions } from "@/lib/partial-json";
import { OpenCall } from "./open-call";

export type CallListOptions = {
  readonly bounds: PartialJsonOptions;
  readonly maxCalls: number;
  readonly keyPrefix: string;
};

/** The calls of a stream and the way of a chunk to its call: rule M2. */
export class CallList {
  readonly calls: OpenCall[] = [];
  /** The message whose chunks are being read, if it said its id. */
  messageId: string | undefined;
  strayChunks = 0;
  readonly #byId = new Map<string, OpenCall>();
  /** The newest call on an index; undefined where that one was refused. */
  readonly #byIndex = new Map<number | string, OpenCall | undefined>();
  #touchedLast: OpenCall | undefined;
  readonly #options: CallListOptions;

  constructor(options: CallListOptions) {
    this.#options = options;
  }

  withId(id: string | undefined): OpenCall | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** The call that a chunk with these fields adds to, opened if need be; undefined if it adds to none. */
  route(
    index: number | string | undefined,
    id: string | undefined,
    name: string | undefined,
    cameWhole: boolean,
  ): OpenCall | undefined {
    const newest = index === undefined ? this.#touchedLast : this.#byIndex.get(index);
    let call = this.withId(id);
    if (call === undefined && id === undefined && name === undefined) call = newest;
    else if (call === undefined) {
      call = newest === undefined || startsAnother(newest, id, name) ? this.#open(index, id, cameWhole) : newest;
    }
    if (call === undefined || call.isSettled) {
      this.strayChunks++;
      return undefined;
    }
    if (id !== undefined && call.isIdMadeUp) this.adoptId(call, id);
    if (index !== undefined) this.#adoptIndex(call, index);
    this.#touchedLast = call;
    return call;
  }

  adoptId(call: OpenCall, id: string): void {
    call.adoptId(id);
    this.#byId.set(id, call);
  }

  #adoptIndex(call: OpenCall, index: number | string): void {
    if (call.index === undefined) call.adoptIndex(index);
    // Also a call that is known by its id under another index, so that chunks without id find it there.
    if (!this.#byIndex.has(index) && this.#byIndex.size < this.#options.maxCalls) this.#byIndex.set(index, call);
  }

  #open(index: number | string | undefined, id: string | undefined, cameWhole: boolean): OpenCall | undefined {
    const { calls } = this;
    const { bounds, maxCalls, keyPrefix } = this.#options;
    if (calls.length >= maxCalls) {
      // What follows must not reach an older call.
      this.#touchedLast = undefined;
      if (index !== undefined && this.#byIndex.has(index)) this.#byIndex.set(index, undefined);
      return undefined;
    }
    // A call that came whole has its final id: one like it under another id is another call.
    const messageId = cameWhole && id !== undefined ? undefined : this.messageId;
    const call = new OpenCall(`${keyPrefix}${calls.length}`, index, id, messageId, bounds);
    calls.push(call);
    if (id !== undefined) this.#byId.set(id, call);
    if (index !== undefined) this.#byIndex.set(index, call);
    return call;
  }
}

/** Whether a chunk with an unknown id or a name begins another call than the newest on its index. */
function startsAnother(newest: OpenCall, id: string | undefined, name: string | undefined): boolean {
  if (newest.isSettled) return true;
  if (name === undefined) return false;
  return newest.hasWholeArguments || (id !== undefined && !newest.isIdMadeUp);
}

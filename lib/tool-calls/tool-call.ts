import type { JsonPath, JsonValue, PathState } from "@/lib/partial-json";

/** Rule M5: `streaming` until the message ends; then what the strict parse of the arguments said. */
export type ToolCallStatus = "streaming" | "complete" | "incomplete" | "invalid";

type ToolCallBase = {
  /** Our own counter with the stream's prefix: stays when a real id arrives late. Use it as the React key. */
  readonly key: string;
  /** As the provider numbers its calls; undefined if it does not. Never a position in a list. */
  readonly index: number | string | undefined;
  /** The provider's id, or a made-up one that stays the same until a real one comes. Never empty. */
  readonly id: string;
  /** "" until one came. */
  readonly name: string;
  /** The arguments as they were received. */
  readonly argsText: string;
  /** What `argsText` says so far; `{}` while it is empty, undefined while it says nothing yet. */
  readonly args: JsonValue | undefined;
  /** Why the call is, or will be, incomplete or invalid. */
  readonly error?: string;
};

export type StreamingToolCall = ToolCallBase & { readonly status: "streaming" };
export type IncompleteToolCall = ToolCallBase & { readonly status: "incomplete" };
export type InvalidToolCall = ToolCallBase & { readonly status: "invalid" };

/** Never made. Nobody outside the class can write its protected member, and a spread copy loses it. */
declare class Released {
  protected readonly released: true;
}

/** The only call that may be executed. Only `finish()` makes one; not even a copy of one with other arguments is one. */
export type CompleteToolCall = ToolCallBase &
  Released & {
    readonly status: "complete";
    readonly args: { [key: string]: JsonValue };
  };

export type ToolCall = StreamingToolCall | CompleteToolCall | IncompleteToolCall | InvalidToolCall;

export type ToolCallSnapshot = {
  /** In the order of first appearance, which never changes. */
  readonly calls: readonly ToolCall[];
  /** Chunks that belong to no call (a server-side tool's, late ones, those of calls past `maxCalls`): never shown. */
  readonly strayChunks: number;
};

export type ToolCallStreamOptions = {
  /** How deep the arguments of a call may nest. Default 1000. */
  maxDepth?: number;
  /** How many bytes the arguments of a call may have. Default 64 MiB. */
  maxBytes?: number;
  /** How many calls are kept. Default 1000. */
  maxCalls?: number;
  /** What keys and made-up ids begin with; make it differ between messages. Default "call-". */
  keyPrefix?: string;
};

export type ToolCallStream = {
  /**
   * Takes a ToolCallChunk, or a message (chunk) with `tool_call_chunks`, or with `tool_calls` where it has no chunks.
   * Never throws on anything that JSON can say; what it cannot use it ignores.
   */
  feed(chunk: unknown): void;
  /** The message has ended: settles every call that still streams. A settled call's arguments never change again. */
  finish(): void;
  /** The calls so far. Calls, and parts of their arguments, that did not change are the same references as before. */
  snapshot(): ToolCallSnapshot;
  /** Whether the part of a call's arguments at `path` is shown and closed; `absent` for a key that no call has. */
  stateAt(key: string, path: JsonPath): PathState;
};

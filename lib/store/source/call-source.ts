import { createStore, type StoreApi } from "zustand/vanilla";
import { errorMessage } from "@/lib/errors";
import type { JsonPath, PathState } from "@/lib/partial-json";
import { createPart } from "../page/part";
import type { CallState } from "../session-state";

/** Chunks of tool calls from anywhere: ToolCallChunks, message chunks, or a Response that carries them as SSE or JSON lines. */
export type CallSource = AsyncIterable<unknown> | Response;

export type SourceState = { readonly calls: readonly CallState[] };

/**
 * The calls that a source carries. Reading begins with the first `attach` and ends with the source. When the last has
 * detached, and nobody attaches in the same tick, the source is left at once: it can be read only once.
 */
export type CallReader = {
  readonly store: StoreApi<SourceState>;
  attach(): () => void;
  stateAt(callKey: string, path: JsonPath): PathState;
};

const part = createPart(() => import("./call-reader"));
const readers = new WeakMap<CallSource, CallReader>();

/** The one reader of this source: a source can be read only once, however many look at it. What reads is loaded when somebody does. */
export function sharedCallSource(source: CallSource): CallReader {
  const known = readers.get(source);
  if (known !== undefined) return known;
  const store = createStore<SourceState>(() => ({ calls: [] }));
  let reader: CallReader | undefined;
  const shared: CallReader = {
    store,
    attach: () => {
      let isLeft = false;
      let detach: (() => void) | undefined;
      part.load().then(
        ({ createPageCallReader }) => {
          reader ??= createPageCallReader(source, store);
          detach = reader.attach();
          if (isLeft) detach(); // also a source that nobody waited for is left
        },
        (error: unknown) => store.setState({ calls: [failedCall(errorMessage(error))] }),
      );
      return () => {
        isLeft = true;
        detach?.();
      };
    },
    stateAt: (callKey, path) => reader?.stateAt(callKey, path) ?? "absent",
  };
  readers.set(source, shared);
  return shared;
}

/** Stands in for the calls that never came. */
export function failedCall(error: string): CallState {
  return {
    key: "failed",
    messageId: "",
    id: "",
    name: "",
    argsText: "",
    args: undefined,
    status: "incomplete",
    phase: "invalid",
    error,
  };
}

import { createStore, type StoreApi } from "zustand/vanilla";
import { errorMessage } from "@/lib/errors";
import type { JsonPath, PathState } from "@/lib/partial-json";
import { createToolCallStream, type ToolCall } from "@/lib/tool-calls";
import { type Clock, systemClock } from "@/lib/transport";
import { browserFrames, createFrameBatcher, type RequestFrame } from "./frame-batcher";
import { readChunks } from "./read-chunks";
import type { CallPhase, CallState } from "./session-state";

/** Chunks of tool calls from anywhere: ToolCallChunks, message chunks, or a Response that carries them as SSE or JSON lines. */
export type CallSource = AsyncIterable<unknown> | Response;

/**
 * The calls that a source carries. Reading begins with the first `attach` and ends with the source. When the last has
 * detached, and nobody attaches in the same tick, the source is left at once: it can be read only once.
 */
export type CallReader = {
  readonly store: StoreApi<{ readonly calls: readonly CallState[] }>;
  attach(): () => void;
  stateAt(callKey: string, path: JsonPath): PathState;
};

const readers = new WeakMap<CallSource, CallReader>();

/** The one reader of this source: a source can be read only once, however many look at it. */
export function sharedCallSource(source: CallSource): CallReader {
  const known = readers.get(source);
  if (known !== undefined) return known;
  const reader = createCallReader(source, systemClock, browserFrames);
  readers.set(source, reader);
  return reader;
}

/**
 * Reads a source into calls; one notification a frame. A source that breaks off leaves its calls incomplete, with the
 * reason; one that fails before its first call gives one call without a name that says why. An abort has no reason.
 */
export function createCallReader(source: CallSource, clock: Clock, requestFrame: RequestFrame | undefined): CallReader {
  const stream = createToolCallStream();
  const store = createStore<{ readonly calls: readonly CallState[] }>(() => ({ calls: [] }));
  const batcher = createFrameBatcher(publish, clock, requestFrame);
  const life = new AbortController();
  const startedAtMs = new Map<string, number>();
  let shown = new Map<ToolCall, CallState>();
  let attached = 0;
  let isReading = false;
  let failure: string | undefined;
  let isCutShort = false;

  function publish(): void {
    const said = stream.snapshot().calls;
    const calls = said.map((call) => shown.get(call) ?? show(call));
    shown = new Map(said.flatMap((call, position) => toPair(call, calls[position])));
    store.setState({ calls: calls.length === 0 && failure !== undefined ? [failedCall(failure)] : calls });
  }

  function show(call: ToolCall): CallState {
    const began = startedAtMs.get(call.key) ?? clock.now();
    startedAtMs.set(call.key, began);
    const wasEmpty = isCutShort && call.argsText === "" && call.status === "complete"; // what was never written is no `{}`
    const status = wasEmpty ? "incomplete" : call.status;
    const error = status === "incomplete" ? (failure ?? call.error) : call.error;
    return {
      key: call.key,
      messageId: "",
      id: call.id,
      name: call.name,
      argsText: call.argsText,
      args: wasEmpty ? undefined : call.args,
      status,
      phase: PHASES[status],
      startedAtMs: began,
      ...(error === undefined ? {} : { error }),
      ...(call.status === "streaming" ? {} : { settledAtMs: clock.now() }),
    };
  }

  async function read(): Promise<void> {
    isReading = true;
    try {
      for await (const chunk of readChunks(source, life.signal)) {
        stream.feed(chunk);
        batcher.schedule();
      }
    } catch (error) {
      isCutShort = true;
      if (!isAbort(error)) failure = `The source broke off: ${errorMessage(error)}`;
    }
    isCutShort ||= life.signal.aborted;
    stream.finish();
    batcher.flushNow();
  }

  return {
    store,
    attach: () => {
      attached += 1;
      if (!isReading) void read();
      return () => {
        attached -= 1;
        if (attached > 0) return;
        clock.setTimer(() => {
          if (attached === 0) life.abort();
        }, 0);
      };
    },
    stateAt: (callKey, path) => stream.stateAt(callKey, path),
  };
}

function toPair(call: ToolCall, state: CallState | undefined): [ToolCall, CallState][] {
  return state === undefined ? [] : [[call, state]];
}

/** Stands in for the calls that never came. */
function failedCall(error: string): CallState {
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

function isAbort(error: unknown): boolean {
  return typeof error === "object" && error !== null && "name" in error && error.name === "AbortError";
}

const PHASES: Readonly<Record<CallState["status"], CallPhase>> = {
  streaming: "writing",
  complete: "server",
  incomplete: "invalid",
  invalid: "invalid",
};

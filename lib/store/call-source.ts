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

/** The calls that a source carries. Reading begins with the first `attach` and ends with the source, or with the last detach. */
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

/** Reads a source into calls; one notification a frame. A source that breaks off leaves its calls incomplete, with the reason. */
export function createCallReader(source: CallSource, clock: Clock, requestFrame: RequestFrame | undefined): CallReader {
  const stream = createToolCallStream();
  const store = createStore<{ readonly calls: readonly CallState[] }>(() => ({ calls: [] }));
  const batcher = createFrameBatcher(publish, clock, requestFrame);
  const shown = new Map<ToolCall, CallState>();
  const startedAtMs = new Map<string, number>();
  let attached = 0;
  let isReading = false;
  let failure: string | undefined;

  function publish(): void {
    const calls = stream.snapshot().calls.map((call) => shown.get(call) ?? show(call));
    shown.clear();
    stream.snapshot().calls.forEach((call, position) => {
      const state = calls[position];
      if (state !== undefined) shown.set(call, state);
    });
    store.setState({ calls });
  }

  function show(call: ToolCall): CallState {
    const began = startedAtMs.get(call.key) ?? clock.now();
    startedAtMs.set(call.key, began);
    const error = call.status === "incomplete" ? (failure ?? call.error) : call.error;
    return {
      key: call.key,
      messageId: "",
      id: call.id,
      name: call.name,
      argsText: call.argsText,
      args: call.args,
      status: call.status,
      phase: PHASES[call.status],
      startedAtMs: began,
      ...(error === undefined ? {} : { error }),
      ...(call.status === "streaming" ? {} : { settledAtMs: clock.now() }),
    };
  }

  async function read(): Promise<void> {
    try {
      for await (const chunk of readChunks(source)) {
        stream.feed(chunk);
        batcher.schedule();
        if (attached === 0) break;
      }
    } catch (error) {
      failure = `The source broke off: ${errorMessage(error)}`;
    }
    stream.finish();
    batcher.flushNow();
  }

  return {
    store,
    attach: () => {
      attached += 1;
      if (!isReading) {
        isReading = true;
        void read();
      }
      return () => {
        attached -= 1;
      };
    },
    stateAt: (callKey, path) => stream.stateAt(callKey, path),
  };
}

const PHASES: Readonly<Record<CallState["status"], CallPhase>> = {
  streaming: "writing",
  complete: "server",
  incomplete: "invalid",
  invalid: "invalid",
};

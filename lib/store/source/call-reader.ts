import { createStore, type StoreApi } from "zustand/vanilla";
import { errorMessage } from "@/lib/errors";
import { createToolCallStream, type ToolCall } from "@/lib/tool-calls";
import { type Clock, systemClock } from "@/lib/transport";
import { browserFrames, createFrameBatcher, type RequestFrame } from "../frame-batcher";
import type { CallPhase, CallState } from "../session-state";
import { type CallReader, type CallSource, failedCall, type SourceState } from "./call-source";
import { readChunks } from "./read-chunks";

/** A reader in the page's own time and frames. */
export function createPageCallReader(source: CallSource, store: StoreApi<SourceState>): CallReader {
  return createCallReader(source, systemClock, browserFrames, store);
}

/**
 * Reads a source into calls; one notification a frame. A source that breaks off leaves its calls incomplete, with the
 * reason; one that fails before its first call gives one call without a name that says why. An abort has no reason.
 */
export function createCallReader(
  source: CallSource,
  clock: Clock,
  requestFrame: RequestFrame | undefined,
  store: StoreApi<SourceState> = createStore<SourceState>(() => ({ calls: [] })),
): CallReader {
  const stream = createToolCallStream();
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
      ...(PHASES[status] === "invalid" && failure === undefined ? { refusal: { type: "unreadable" } } : {}),
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

function isAbort(error: unknown): boolean {
  return typeof error === "object" && error !== null && "name" in error && error.name === "AbortError";
}

const PHASES: Readonly<Record<CallState["status"], CallPhase>> = {
  streaming: "writing",
  complete: "server",
  incomplete: "invalid",
  invalid: "invalid",
};

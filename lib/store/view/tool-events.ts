import { readToolProgress, readWireMessage, type StreamEvent, type WireMessage } from "@/lib/protocol";
import type { Warn } from "../warn-once";
import type { CallList } from "./call-list";
import type { CallRecord } from "./records";

type ToolEventData = Extract<StreamEvent, { event: "tools" }>["data"];

type Surroundings = {
  /** Something happens to this call: its message has been written to the end. */
  readonly prepare: (callId: string) => void;
  readonly onResult: (message: WireMessage) => void;
  /** A tool began, threw or ended: that is shown at once. */
  readonly onLifecycle: () => void;
  readonly warn: Warn;
};

/** What running tools say of themselves: the stream's `tools` events, and `custom` events that name a call (`tool_call_id`). */
export type ToolEvents = {
  take(data: ToolEventData): void;
  /** Progress of a call, or a piece of its output. */
  takeCustom(data: unknown): void;
};

/** Brings each event to the call it names: start, pieces of output, error, end. An event that names no call is left out. */
export function createToolEvents(calls: CallList, { prepare, onResult, onLifecycle, warn }: Surroundings): ToolEvents {
  function find(callId: string): CallRecord | undefined {
    prepare(callId);
    const call = calls.find(callId);
    if (call === undefined) {
      warn("unknown-call", `A tool event names the call ${callId}, which no message of this run has; it is not shown.`);
    } else if (calls.markStarted(call)) onLifecycle();
    return call;
  }

  return {
    take: ({ event, toolCallId, data, output, error }) => {
      const call = toolCallId ? find(toolCallId) : undefined;
      if (call === undefined) return;
      switch (event) {
        case "on_tool_start":
          calls.setToolError(call, undefined); // another try
          return;
        case "on_tool_event":
          calls.addOutput(call, data);
          calls.setProgress(call, progressOf(data));
          return;
        case "on_tool_error":
          calls.setToolError(call, sentenceOf(error));
          onLifecycle();
          return;
        case "on_tool_end": {
          const message = toToolMessage(output, call.id);
          if (message !== undefined) onResult(message);
        }
      }
    },

    takeCustom: (data) => {
      const callId = namedCall(data);
      const call = callId === undefined ? undefined : find(callId);
      if (call === undefined) return;
      const read = readToolProgress(data);
      // A share is drawn as one; words are shown where there is no share.
      if (read.success) calls.setProgress(call, read.data.progress ?? read.data.message ?? "");
      else calls.addOutput(call, data);
    },
  };
}

function progressOf(data: unknown): string | number {
  return typeof data === "string" || typeof data === "number" ? data : JSON.stringify(data ?? null);
}

/** A tool gives its ToolMessage, or bare text; anything else (a command) comes as a message of its own. */
function toToolMessage(output: unknown, callId: string): WireMessage | undefined {
  if (typeof output === "string") return { type: "tool", tool_call_id: callId, content: output };
  const read = readWireMessage(output);
  return read.success && read.data.type === "tool" ? { ...read.data, tool_call_id: callId } : undefined;
}

/** Servers send the bare text, or an object with a message. */
function sentenceOf(error: unknown): string {
  if (typeof error === "string" && error !== "") return error;
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : undefined;
  return typeof message === "string" && message !== "" ? message : "The tool failed.";
}

/** The call that a custom event is about; undefined for one of the run itself. */
export function namedCall(data: unknown): string | undefined {
  const callId = typeof data === "object" && data !== null && "tool_call_id" in data ? data.tool_call_id : undefined;
  return typeof callId === "string" ? callId : undefined;
}

import { useEffect, useMemo } from "react";
import type { JsonPath, PathState } from "@/lib/partial-json";
import { type CallSource, type CallState, sharedCallSource } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/** A tool call, and what is known about each part of its arguments. */
export type ToolCallView = CallState & {
  isComplete(path: JsonPath): boolean;
  stateAt(path: JsonPath): PathState;
};

/**
 * One tool call from its first chunk to its result; re-renders for this call alone. Undefined while there is no such call.
 * With `{ source }` it reads an async iterable of chunks (or a Response that carries them) with no provider, thread or
 * server; `position` chooses among parallel calls, 0 is the first. A source is read once, however many hooks look at it.
 */
export function useToolCallStream(call: string | { source: CallSource; position?: number }): ToolCallView | undefined {
  // Which of the two it is never changes for a component: a call key and a source are different uses.
  // biome-ignore lint/correctness/useHookAtTopLevel: see above
  return typeof call === "string" ? useSessionCall(call) : useSourceCall(call.source, call.position ?? 0);
}

function useSessionCall(callKey: string): ToolCallView | undefined {
  const { session } = useAgentContext("useToolCallStream");
  const call = useSlice(session.store, (state) => state.calls.get(callKey));
  return useMemo(() => call && view(call, (path) => session.stateAt(callKey, path)), [call, callKey, session]);
}

function useSourceCall(source: CallSource, position: number): ToolCallView | undefined {
  const reader = sharedCallSource(source);
  const call = useSlice(reader.store, (state) => state.calls[position]);
  useEffect(() => reader.attach(), [reader]);
  return useMemo(() => call && view(call, (path) => reader.stateAt(call.key, path)), [call, reader]);
}

function view(call: CallState, stateAt: (path: JsonPath) => PathState): ToolCallView {
  return { ...call, stateAt, isComplete: (path) => stateAt(path) === "complete" };
}

import { useEffect, useMemo } from "react";
import type { JsonPath, PathState } from "@/lib/partial-json";
import { type CallSource, type CallState, sharedCallSource } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";
import { checkedArgs } from "./checked-args";
import type { DeclaredTools, ToolCallOf, ToolCallView } from "./typed-call";

/** Which call: its key in the thread, or its position among those that a source carries, 0 for the first. */
export type CallReference = string | { readonly source: CallSource; readonly position?: number };

/**
 * One tool call from its first chunk to its result; re-renders for this call alone. Undefined while there is no such call.
 * With `{ source }` it reads an async iterable of chunks (or a Response that carries them) with no provider, thread or
 * server. A source is read once, however many hooks look at it, and is left when the last of them is gone.
 *
 * `useToolCallStream<typeof tools>(call)` gives a union by tool name. It trusts the model to have kept to the schema; with
 * the tools as second argument the whole arguments are read by it: defaults and transforms hold, and what does not fit
 * has status `invalid`.
 */
export function useToolCallStream(call: CallReference): ToolCallView | undefined;
export function useToolCallStream<const Tools extends DeclaredTools>(
  call: CallReference,
  tools?: Tools,
): ToolCallOf<Tools> | undefined;
export function useToolCallStream(call: CallReference, tools?: DeclaredTools): ToolCallView | undefined {
  // Which of the two it is never changes for a component: a call key and a source are different uses.
  // biome-ignore-start lint/correctness/useHookAtTopLevel: see above
  const { state, stateAt } =
    typeof call === "string" ? useSessionCall(call) : useSourceCall(call.source, call.position ?? 0);
  // biome-ignore-end lint/correctness/useHookAtTopLevel: see above
  return useMemo(
    () => state && view(tools === undefined ? state : checkedArgs(state, tools), stateAt),
    [state, tools, stateAt],
  );
}

type StateAt = (path: JsonPath) => PathState;

function useSessionCall(callKey: string): { state: CallState | undefined; stateAt: StateAt } {
  const { session } = useAgentContext("useToolCallStream");
  const state = useSlice(session.store, ({ calls }) => calls.get(callKey));
  const stateAt = useMemo<StateAt>(() => (path) => session.stateAt(callKey, path), [session, callKey]);
  return { state, stateAt };
}

function useSourceCall(source: CallSource, position: number): { state: CallState | undefined; stateAt: StateAt } {
  const reader = sharedCallSource(source);
  const state = useSlice(reader.store, ({ calls }) => calls[position]);
  const callKey = state?.key ?? "";
  useEffect(() => reader.attach(), [reader]);
  const stateAt = useMemo<StateAt>(() => (path) => reader.stateAt(callKey, path), [reader, callKey]);
  return { state, stateAt };
}

function view(call: CallState, stateAt: StateAt): ToolCallView {
  return { ...call, stateAt, isComplete: (path) => stateAt(path) === "complete" };
}

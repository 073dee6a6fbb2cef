import { useRef } from "react";
import { shallow } from "zustand/vanilla/shallow";
import type { JsonPath } from "@/lib/partial-json";
import { valueAt } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";
import type { PathOf, ValueAt } from "./argument-path";
import type { ArgsOfKey, ToolArg, UntypedToolArg } from "./typed-call";

/** What `useToolArg` gives: typed where the key knows its tool. */
export type ToolArgAt<Key, Path extends JsonPath> =
  unknown extends ArgsOfKey<Key> ? UntypedToolArg : ToolArg<ValueAt<ArgsOfKey<Key>, Path>>;

/**
 * One value inside a call's growing arguments, and whether it may still change; re-renders for this path alone. The key
 * of a call of `useToolCallStream<typeof tools>` knows its tool: then the path is checked and the value has its type.
 */
export function useToolArg<Key extends string, const Path extends PathOf<ArgsOfKey<Key>>>(
  callKey: Key,
  path: Path,
): ToolArgAt<Key, Path> {
  const { session } = useAgentContext("useToolArg");
  const stable = useStablePath(path);
  const arg: UntypedToolArg = useSlice(
    session.store,
    (state) => ({ value: valueAt(state.calls.get(callKey)?.args, stable), state: session.stateAt(callKey, stable) }),
    shallow,
  );
  return arg as ToolArgAt<Key, Path>; // the key's own promise about what the model writes
}

function useStablePath(path: JsonPath): JsonPath {
  const last = useRef(path);
  if (!shallow(last.current, path)) last.current = path;
  return last.current;
}

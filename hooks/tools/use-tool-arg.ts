import { useRef } from "react";
import { shallow } from "zustand/vanilla/shallow";
import type { JsonPath, JsonValue, PathState } from "@/lib/partial-json";
import { valueAt } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/** One value inside a call's growing arguments, and whether it may still change; re-renders for this path alone. */
export function useToolArg(callKey: string, path: JsonPath): { value: JsonValue | undefined; state: PathState } {
  const { session } = useAgentContext("useToolArg");
  const stable = useStablePath(path);
  return useSlice(
    session.store,
    (state) => ({ value: valueAt(state.calls.get(callKey)?.args, stable), state: session.stateAt(callKey, stable) }),
    shallow,
  );
}

function useStablePath(path: JsonPath): JsonPath {
  const last = useRef(path);
  if (!shallow(last.current, path)) last.current = path;
  return last.current;
}

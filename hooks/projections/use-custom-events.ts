import type { NamedEvent } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

const NONE: readonly NamedEvent[] = [];

/**
 * What the graph wrote to its stream under a name since the thread is shown, oldest first, at most the newest 1,000:
 * the items of the projection `{ extension: name, item }`, or whole events `{ type: name, … }`; without a name those
 * that have none. Re-renders for events of that name alone, at most once a frame.
 */
export function useCustomEvents(name = ""): readonly NamedEvent[] {
  const { session } = useAgentContext("useCustomEvents");
  return useSlice(session.store, (state) => state.customEvents.get(name) ?? NONE);
}

import type { NamedEvent } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

const NONE: readonly NamedEvent[] = [];

/**
 * What the graph wrote to its stream that names no call, where it came: before the message with this id, which may be one of
 * a nested run. With `""` what nothing in the thread came after, with the id of a nested run the same of that; oldest first,
 * at most the newest 200. Servers keep none of it: after a reload there is nothing.
 */
export function usePlacedEvents(place: string): readonly NamedEvent[] {
  const { session } = useAgentContext("usePlacedEvents");
  return useSlice(session.store, (state) => state.placedEvents.get(place) ?? NONE);
}

import { shallow } from "zustand/vanilla/shallow";
import type { Subagent } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/**
 * The runs within the runs that work for no call that is known, where they began: before the message with this id. With `""`
 * those that no message of the thread followed yet, with the id of a nested run the same of that.
 */
export function usePlacedSubagents(place: string): readonly Subagent[] {
  const { session } = useAgentContext("usePlacedSubagents");
  return useSlice(
    session.store,
    ({ subagents }) => subagents.filter((agent) => agent.callKey === undefined && agent.place === place),
    shallow,
  );
}

import type { SessionState } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/** Ids of the shown messages in order; stable, so they serve as React keys. Tool messages are results of calls and not among them. */
export function useMessages(): readonly string[] {
  return useSlice(useAgentContext("useMessages").session.store, selectMessageIds);
}

function selectMessageIds(state: SessionState): readonly string[] {
  return state.messageIds;
}

import type { SessionState, UsageTotals } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/** Tokens of the thread that is shown and of its run, with the providers' details; re-renders only when a count changes. */
export function useUsage(): UsageTotals {
  return useSlice(useAgentContext("useUsage").session.store, selectUsage);
}

function selectUsage(state: SessionState): UsageTotals {
  return state.usage;
}

import { useMemo } from "react";
import type { AgentSession } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";

export type MessageSearch = {
  /** The newest hits first; those before a hit with `next`. */
  readonly search: AgentSession["searchMessages"];
  /** Brings the message at a hit's `position`, and gives its id among `useMessages`; of a tool's result that of its call. */
  readonly bring: AgentSession["bringMessage"];
};

/** Looks for a text in the branch that is shown, also in what is not loaded. Stable; both reject with a ToolweaveError. */
export function useMessageSearch(): MessageSearch {
  const { session } = useAgentContext("useMessageSearch");
  return useMemo(() => ({ search: session.searchMessages, bring: session.bringMessage }), [session]);
}

import { useQuery } from "@tanstack/react-query";
import type { AgentInfo, Info } from "@/lib/protocol";
import { defaultAgent } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/**
 * What the server says about itself: its model, its agents, and what is wrong with them; and the agent that the next
 * message goes to. Undefined until it has answered.
 */
export function useInfo(): { info: Info | undefined; agent: AgentInfo | undefined; error: Error | null } {
  const { session, transport, scope, agentName } = useAgentContext("useInfo");
  const chosen = useSlice(session.store, (state) => state.choice.agent);
  const query = useQuery({
    queryKey: [scope, "info"],
    queryFn: async ({ signal }) => (await transport.load()).info(signal),
    staleTime: 60_000,
  });
  const named = query.data?.toolweave?.agents.find(({ id }) => id === (agentName ?? chosen));
  return { info: query.data, agent: named ?? defaultAgent(query.data), error: query.error };
}

import { useQuery } from "@tanstack/react-query";
import type { AgentInfo, Info } from "@/lib/protocol";
import { defaultAgent } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";

/**
 * What the server says about itself: its model, its agents, and what is wrong with them; and the agent that this
 * provider talks to. Undefined until it has answered.
 */
export function useInfo(): { info: Info | undefined; agent: AgentInfo | undefined; error: Error | null } {
  const { transport, scope, agentName } = useAgentContext("useInfo");
  const query = useQuery({
    queryKey: [scope, "info"],
    queryFn: async ({ signal }) => (await transport.load()).info(signal),
    staleTime: 60_000,
  });
  const named = query.data?.toolweave?.agents.find(({ id }) => id === agentName);
  return { info: query.data, agent: named ?? defaultAgent(query.data), error: query.error };
}

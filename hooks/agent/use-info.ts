import { useQuery } from "@tanstack/react-query";
import type { Info } from "@/lib/protocol";
import { useAgentContext } from "./agent-context";

/** What the server says about itself: its model, its agents, and what is wrong with them. Undefined until it has answered. */
export function useInfo(): { info: Info | undefined; error: Error | null } {
  const { transport, scope } = useAgentContext("useInfo");
  const query = useQuery({
    queryKey: [scope, "info"],
    queryFn: ({ signal }) => transport.info(signal),
    staleTime: 60_000,
  });
  return { info: query.data, error: query.error };
}

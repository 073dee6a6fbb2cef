import { useQuery } from "@tanstack/react-query";
import type { Assistant } from "@/lib/protocol";
import { useAgentContext } from "../agent/agent-context";

const MAX_ASSISTANTS = 100;
const NONE: readonly Assistant[] = [];

/** The agents of this server as LangGraph describes them, at most 100; empty until it has answered, which is asked for while `isWanted`. */
export function useAssistants({ isWanted = true }: { readonly isWanted?: boolean } = {}): {
  readonly assistants: readonly Assistant[];
  readonly isLoading: boolean;
  readonly error: Error | null;
} {
  const { transport, scope } = useAgentContext("useAssistants");
  const query = useQuery({
    queryKey: [scope, "assistants"],
    queryFn: async ({ signal }) => (await transport.load()).getAssistants(MAX_ASSISTANTS, signal),
    staleTime: 60_000,
    enabled: isWanted,
  });
  return { assistants: query.data ?? NONE, isLoading: query.isPending, error: query.error };
}

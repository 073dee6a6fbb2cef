import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

const KEY = ["toolweave", "remembered-tools"];

/** Names of the browser tools that the person said a lasting yes to, and how to take it back. */
export function useRememberedTools(): { tools: readonly string[]; forget(name: string): Promise<void> } {
  const { session } = useAgentContext("useRememberedTools");
  const status = useSlice(session.store, (state) => state.status);
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: KEY, queryFn: () => session.rememberedTools() });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a yes is given between two statuses
  useEffect(() => {
    void client.invalidateQueries({ queryKey: KEY });
  }, [client, status]);
  return {
    tools: data ?? [],
    forget: async (name) => {
      await session.forgetTool(name);
      await client.invalidateQueries({ queryKey: KEY });
    },
  };
}

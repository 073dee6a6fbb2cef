import { createContext, useContext } from "react";
import type { AgentSession, Part } from "@/lib/store";
import type { Transport } from "@/lib/transport";

export type AgentContextValue = {
  readonly session: AgentSession;
  readonly transport: Part<Transport>;
  /** The agent that the provider names, if it does. */
  readonly agentName: string | undefined;
  /** Where the server's routes begin. */
  readonly apiUrl: string;
  /** First part of every react-query key below this provider. */
  readonly scope: string;
  /** Tells the owner of the provider which thread is shown now. */
  announceThread(threadId: string | undefined): void;
};

export const AgentContext = createContext<AgentContextValue | undefined>(undefined);

/** The provider above. Throws a TypeError that names it when there is none. */
export function useAgentContext(hookName: string): AgentContextValue {
  const value = useContext(AgentContext);
  if (value === undefined) {
    throw new TypeError(
      `${hookName} needs an <AgentProvider> above it: wrap the part of the page that talks to the agent`,
    );
  }
  return value;
}

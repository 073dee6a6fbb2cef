import { isToolweaveError } from "@/lib/errors";
import type { AgentInfo, Info } from "@/lib/protocol";
import type { Transport } from "@/lib/transport";

const DEFAULT_AGENT = "agent";

/** The agent that answers where the page names none: the one called `agent`, else the first that the server lists. */
export function defaultAgent(info: Info | undefined): AgentInfo | undefined {
  const agents = info?.toolweave?.agents ?? [];
  return agents.find(({ id }) => id === DEFAULT_AGENT) ?? agents[0];
}

/** What the server says of one of its agents. */
export function agentNamed(said: NonNullable<Info["toolweave"]>, name: string): AgentInfo | undefined {
  return said.agents.find(({ id }) => id === name);
}

/**
 * The agent's name, asked of the server once and only when the page gives none. A server that does not list its agents
 * is asked for `agent`. Rejects with `connection_lost`; the next call asks again.
 */
export function createAgentName(transport: Pick<Transport, "info">, given: string | undefined): () => Promise<string> {
  let known = given;
  return async () => {
    known ??= await askName(transport);
    return known;
  };
}

async function askName(transport: Pick<Transport, "info">): Promise<string> {
  try {
    return defaultAgent(await transport.info())?.id ?? DEFAULT_AGENT;
  } catch (error) {
    if (isToolweaveError(error) && error.code === "connection_lost") throw error;
    return DEFAULT_AGENT; // a server without that route
  }
}

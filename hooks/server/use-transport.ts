import { useSyncExternalStore } from "react";
import type { Transport } from "@/lib/transport";
import { useAgentContext } from "../agent/agent-context";

/** The provider's transport; undefined until its code is there, and in a server render. */
export function useTransport(hookName: string): Transport | undefined {
  const { session, transport } = useAgentContext(hookName);
  return useSyncExternalStore(session.store.subscribe, transport.now, () => undefined);
}

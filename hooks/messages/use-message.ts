import type { ChatMessage } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/** One message; re-renders for this message alone. Undefined when the thread has no such message. */
export function useMessage(id: string): ChatMessage | undefined {
  return useSlice(useAgentContext("useMessage").session.store, (state) => state.messages.get(id));
}

import { shallow } from "zustand/vanilla/shallow";
import type { CallState } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/**
 * Keys of those calls of the shown messages that `isWanted` takes, in the order in which they began. Re-renders when this
 * list changes, not when one of them grows. Costs a look at every call of the thread at each of its changes.
 */
export function useToolCalls(isWanted: (call: CallState) => boolean): readonly string[] {
  const { store } = useAgentContext("useToolCalls").session;
  return useSlice(
    store,
    ({ messageIds, messages, calls }) =>
      messageIds
        .flatMap((id) => messages.get(id)?.callKeys ?? [])
        .filter((key) => {
          const call = calls.get(key);
          return call !== undefined && isWanted(call);
        }),
    shallow,
  );
}

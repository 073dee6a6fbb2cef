import { shallow } from "zustand/vanilla/shallow";
import type { CallState } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/**
 * Keys of those calls of the shown messages that `isWanted` takes, in the order in which they began. Re-renders when this
 * list changes, not when one of them grows. Looks at every message of the thread at each of its changes.
 */
export function useToolCalls(isWanted: (call: CallState) => boolean): readonly string[] {
  const { store } = useAgentContext("useToolCalls").session;
  return useSlice(
    store,
    ({ messageIds, messages, calls }) => {
      const wanted: string[] = [];
      for (const id of messageIds) {
        for (const key of messages.get(id)?.callKeys ?? []) {
          const call = calls.get(key);
          if (call !== undefined && isWanted(call)) wanted.push(key);
        }
      }
      return wanted;
    },
    shallow,
  );
}

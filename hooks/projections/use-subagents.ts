import { shallow } from "zustand/vanilla/shallow";
import type { Subagent } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

/**
 * The runs within the runs that were followed since the thread is shown: graphs that a node is, or that a tool calls.
 * With `callKey` only those that work for that call. What they say is read with `useMessage` and `useToolCallStream`,
 * by their `messageIds`. The server keeps no trace of them: after a reload there are none.
 */
export function useSubagents(callKey?: string): readonly Subagent[] {
  const { session } = useAgentContext("useSubagents");
  return useSlice(
    session.store,
    ({ subagents }) => (callKey === undefined ? subagents : subagents.filter((agent) => agent.callKey === callKey)),
    shallow,
  );
}

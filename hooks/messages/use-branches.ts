import { useEffect, useMemo } from "react";
import type { ChatMessage, MessageBranches } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

export type Branches = MessageBranches & {
  /** Shows the version after, or before, this one; nothing at the end. */
  next(): Promise<void>;
  previous(): Promise<void>;
  /** Shows the branch that ends at this checkpoint, one of `checkpointIds`. */
  switchTo(checkpointId: string): Promise<void>;
};

const ALONE: MessageBranches = { index: 0, count: 1, checkpointIds: [], parentCheckpointId: undefined };

/**
 * The versions of a message: those that `edit` and `regenerate` left behind, and the one that is shown. The messages of
 * one answer share theirs. Read from the server when the first component asks and after each run; `count` is 1 until then.
 */
export function useBranches(message: string | ChatMessage): Branches {
  const { session } = useAgentContext("useBranches");
  const id = typeof message === "string" ? message : message.id;
  useEffect(() => session.watchBranches(), [session]);
  const branches = useSlice(session.store, (state) => state.branches.get(id) ?? ALONE);
  return useMemo(() => {
    const go = async (index: number) => {
      const checkpointId = branches.checkpointIds[index];
      if (checkpointId !== undefined) await session.fork(checkpointId);
    };
    return {
      ...branches,
      next: () => go(branches.index + 1),
      previous: () => go(branches.index - 1),
      switchTo: (checkpointId) => session.fork(checkpointId),
    };
  }, [branches, session]);
}

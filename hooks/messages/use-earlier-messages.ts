import { useMemo } from "react";
import { shallow } from "zustand/vanilla/shallow";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

export type EarlierMessages = {
  /** How many messages the server has before the first of `useMessages`; 0 when all are here. */
  readonly count: number;
  readonly isLoading: boolean;
  /** Brings a page of them, or all from this position of the thread on (0: all). Rejects with a ToolweaveError. */
  load(until?: number): Promise<void>;
};

/** A long thread opens with its newest messages; this brings those before them. On servers that do not page, all are here. */
export function useEarlierMessages(): EarlierMessages {
  const { session } = useAgentContext("useEarlierMessages");
  const slice = useSlice(
    session.store,
    ({ earlierCount, isLoadingEarlier }) => ({ count: earlierCount, isLoading: isLoadingEarlier }),
    shallow,
  );
  return useMemo(() => ({ ...slice, load: session.loadEarlier }), [slice, session]);
}

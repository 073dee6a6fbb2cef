import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { ThreadState } from "@/lib/protocol";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

const PAGE_SIZE = 20;

/**
 * The states of a thread, newest first, page by page: of the thread that is shown, or of `threadId`. Of the shown one
 * it is read again when a run has ended.
 */
export function useThreadHistory({ threadId: given }: { readonly threadId?: string } = {}) {
  const { transport, session, scope } = useAgentContext("useThreadHistory");
  const client = useQueryClient();
  const shown = useSlice(session.store, (state) => state.threadId);
  const runId = useSlice(session.store, (state) => state.runId);
  const threadId = given ?? shown;
  const queryKey = useMemo(() => [scope, "history", threadId], [scope, threadId]);
  const query = useInfiniteQuery({
    queryKey,
    enabled: threadId !== undefined,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (await transport.load()).getHistory(threadId ?? "", PAGE_SIZE, signal, pageParam),
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : checkpointOf(page.at(-1))),
  });
  const lastRunId = useRef(runId);
  useEffect(() => {
    const hasEnded = lastRunId.current !== undefined && runId !== lastRunId.current;
    lastRunId.current = runId;
    if (hasEnded) void client.invalidateQueries({ queryKey });
  }, [client, queryKey, runId]);
  const states = useMemo<readonly ThreadState[]>(() => query.data?.pages.flat() ?? [], [query.data]);
  return {
    states,
    isLoading: query.isLoading,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: async (): Promise<void> => {
      await query.fetchNextPage();
    },
  };
}

function checkpointOf(state: ThreadState | undefined): string | undefined {
  return state?.checkpoint?.checkpoint_id ?? undefined;
}

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { Thread, ThreadStatus } from "@/lib/protocol";
import type { ThreadPage } from "@/lib/transport";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";

const PAGE_SIZE = 30;
const BUSY_REFRESH_MS = 3_000;

export type ThreadEntry = {
  readonly threadId: string;
  /** Empty when the thread was never named. */
  readonly title: string;
  readonly status: ThreadStatus;
  readonly updatedAt: string;
};

/** The threads of this server, newest first. Refreshes when a run starts or ends here, every 3 s while one of them is busy, and on window focus. */
export function useThreads() {
  const { transport, session, scope } = useAgentContext("useThreads");
  const client = useQueryClient();
  const queryKey = useMemo(() => [scope, "threads"], [scope]);
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      transport.searchThreads(
        { limit: PAGE_SIZE, offset: pageParam, sort_by: "updated_at", sort_order: "desc" },
        signal,
      ),
    getNextPageParam: (page) => page.next,
    refetchOnWindowFocus: "always",
    // A thread that was left while its run goes on is told of by nothing else.
    refetchInterval: ({ state }) => (state.data?.pages.some(hasBusyThread) ? BUSY_REFRESH_MS : false),
  });
  const activity = useSlice(session.store, (state) => `${state.threadId} ${state.runId}`);
  const seen = useRef(activity);
  useEffect(() => {
    if (seen.current === activity) return; // the query itself reads at the start
    seen.current = activity;
    void client.invalidateQueries({ queryKey });
  }, [client, queryKey, activity]);

  const threads = useMemo(
    () => unique(query.data?.pages.flatMap((page) => page.threads.map(toEntry)) ?? []),
    [query.data],
  );
  return {
    threads,
    isLoading: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: async (): Promise<void> => {
      await query.fetchNextPage();
    },
    rename: async (threadId: string, title: string): Promise<void> => {
      await transport.updateThread(threadId, { title });
      await client.invalidateQueries({ queryKey });
    },
    remove: async (threadId: string): Promise<void> => {
      await transport.deleteThread(threadId);
      await client.invalidateQueries({ queryKey });
    },
  };
}

function hasBusyThread({ threads }: ThreadPage): boolean {
  return threads.some((thread) => thread.status === "busy");
}

function toEntry(thread: Thread): ThreadEntry {
  const title = thread.metadata?.title;
  return {
    threadId: thread.thread_id,
    title: typeof title === "string" ? title : "",
    status: thread.status,
    updatedAt: thread.updated_at,
  };
}

/** A thread that moved to the front between two page requests would appear twice. */
function unique(entries: readonly ThreadEntry[]): readonly ThreadEntry[] {
  return [...new Map(entries.map((entry) => [entry.threadId, entry])).values()];
}

import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { Thread, ThreadStatus } from "@/lib/protocol";
import type { ThreadPage } from "@/lib/transport";
import { useAgentContext } from "../agent/agent-context";
import { useSlice } from "../use-slice";
import { titleOf, useChangeThread } from "./use-change-thread";

const PAGE_SIZE = 30;
const BUSY_REFRESH_MS = 3_000;
/** Everything but the state, which is by far the largest. */
const FIELDS = ["thread_id", "created_at", "updated_at", "metadata", "status", "interrupts"];

export type ThreadEntry = {
  readonly threadId: string;
  /** Empty when the thread was never named. */
  readonly title: string;
  /** `interrupted` only where something waits for an answer. */
  readonly status: ThreadStatus;
  readonly updatedAt: string;
};

/**
 * The threads of this server, newest first; with `search` those whose title contains it (a server that cannot search is
 * searched page by page). Refreshes when a run starts or ends here or in another tab, every 3 s while one of them is busy,
 * and on window focus. `rename` and `remove` show at once, are taken back when the server refuses, and reject then.
 */
export function useThreads({ search = "" }: { readonly search?: string } = {}) {
  const { transport, session, scope } = useAgentContext("useThreads");
  const client = useQueryClient();
  const all = useMemo(() => [scope, "threads"], [scope]);
  const query = useInfiniteQuery({
    queryKey: [...all, search],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (await transport.load()).searchThreads(
        {
          limit: PAGE_SIZE,
          offset: pageParam,
          sort_by: "updated_at",
          sort_order: "desc",
          select: FIELDS,
          ...(search === "" ? {} : { q: search }),
        },
        signal,
      ),
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: "always",
    // A thread that was left while its run goes on is told of by nothing else.
    refetchInterval: ({ state }) => (state.data?.pages.some(hasBusyThread) ? BUSY_REFRESH_MS : false),
  });
  const activity = useSlice(session.store, (state) => `${state.threadId} ${state.runId}`);
  const seen = useRef(activity);
  useEffect(() => {
    if (seen.current === activity) return; // the query itself reads at the start
    seen.current = activity;
    void client.invalidateQueries({ queryKey: all });
  }, [client, all, activity]);
  useEffect(
    () =>
      session.listen(({ type }) => {
        if (type !== "draft-changed" && type !== "run-stopped") void client.invalidateQueries({ queryKey: all });
      }),
    [client, all, session],
  );

  const threads = useMemo(
    () =>
      unique(query.data?.pages.flatMap((page) => page.threads.map(toEntry)) ?? []).filter(({ title }) =>
        title.toLowerCase().includes(search.toLowerCase()),
      ),
    [query.data, search],
  );
  return {
    threads,
    isLoading: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: async (): Promise<void> => {
      await query.fetchNextPage();
    },
    ...useChangeThread(all),
  };
}

function hasBusyThread({ threads }: ThreadPage): boolean {
  return threads.some((thread) => thread.status === "busy");
}

function toEntry(thread: Thread): ThreadEntry {
  return {
    threadId: thread.thread_id,
    title: titleOf(thread),
    status: hasNothingToAnswer(thread) ? "idle" : thread.status,
    updatedAt: thread.updated_at,
  };
}

/** A server says `interrupted` also of a thread whose graph could go on by itself, as one that was given its state is. */
function hasNothingToAnswer({ status, interrupts }: Thread): boolean {
  if (status !== "interrupted" || interrupts === undefined || interrupts === null) return false;
  return Object.values(interrupts).every((waiting) => waiting.length === 0);
}

/** A thread that moved to the front between two page requests would appear twice. */
function unique(entries: readonly ThreadEntry[]): readonly ThreadEntry[] {
  return [...new Map(entries.map((entry) => [entry.threadId, entry])).values()];
}

import { type InfiniteData, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Thread } from "@/lib/protocol";
import type { ThreadPage } from "@/lib/transport";
import { useAgentContext } from "../agent/agent-context";

type Pages = InfiniteData<ThreadPage, number>;
type Change = (threads: readonly Thread[]) => readonly Thread[];

/**
 * Makes, renames and deletes threads. All lists below `lists` change at once; when the server refuses they are as before,
 * and the promise rejects. The other tabs of this browser are told.
 */
export function useChangeThread(lists: QueryKey) {
  const { transport, session } = useAgentContext("useThreads");
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey: lists });

  /** Changes what is shown; the returned function takes it back. */
  async function show(change: Change): Promise<() => void> {
    await client.cancelQueries({ queryKey: lists });
    const before = client.getQueriesData<Pages>({ queryKey: lists });
    client.setQueriesData<Pages>({ queryKey: lists }, (data) => data && changePages(data, change));
    return () => {
      for (const [key, data] of before) client.setQueryData(key, data);
    };
  }

  const renaming = useMutation({
    mutationFn: async ({ threadId, title }: { threadId: string; title: string }) =>
      (await transport.load()).updateThread(threadId, { title }),
    onMutate: ({ threadId, title }) =>
      show((threads) =>
        threads.map((thread) =>
          thread.thread_id === threadId ? { ...thread, metadata: { ...thread.metadata, title } } : thread,
        ),
      ),
    onSuccess: (_thread, { threadId }) => session.announce({ type: "thread-changed", threadId }),
    onError: (_error, _change, takeBack) => takeBack?.(),
    onSettled: reread,
  });

  const removing = useMutation({
    mutationFn: async (threadId: string) => (await transport.load()).deleteThread(threadId),
    onMutate: (threadId) => show((threads) => threads.filter((thread) => thread.thread_id !== threadId)),
    onSuccess: (_nothing, threadId) => session.announce({ type: "thread-deleted", threadId }),
    onError: (_error, _threadId, takeBack) => takeBack?.(),
    onSettled: reread,
  });

  const creating = useMutation({
    mutationFn: async (title: string | undefined) =>
      (await transport.load()).createThread(title === undefined ? {} : { metadata: { title } }),
    onSuccess: ({ thread_id: threadId }) => session.announce({ type: "thread-changed", threadId }),
    onSettled: reread,
  });

  return {
    /** Makes an empty thread and gives its id; opening it is the caller's. */
    create: async (title?: string): Promise<string> => (await creating.mutateAsync(title)).thread_id,
    rename: async (threadId: string, title: string): Promise<void> => {
      await renaming.mutateAsync({ threadId, title });
    },
    remove: async (threadId: string): Promise<void> => {
      await removing.mutateAsync(threadId);
    },
  };
}

/** The name of a thread; empty when it was never named. */
export function titleOf({ metadata }: Thread): string {
  const title = metadata?.title;
  return typeof title === "string" ? title : "";
}

function changePages(data: Pages, change: Change): Pages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, threads: change(page.threads) })) };
}

import { useEffect, useState } from "react";
import { type ThreadEntry, useAgent, useThreads } from "@/hooks";
import { Button } from "../ui/button";
import { useStrings } from "../ui/strings";
import { groupThreads } from "./group-threads";
import { type RowMode, ThreadRow } from "./thread-row";

const GROUPS = ["now", "today", "earlier"] as const;
const MINUTE_MS = 60_000;

/** A row that is being renamed or deleted, and the list as it was then: nothing moves under the person's hands. */
type Editing = { readonly threadId: string; readonly mode: RowMode; readonly threads: readonly ThreadEntry[] };

/** All threads: what runs and waits first, then today's, then the others. */
export function ThreadList({ onChoose }: { onChoose: (threadId: string | undefined) => void }) {
  const strings = useStrings();
  const { threadId } = useAgent();
  const { threads, isLoading, error, hasMore, loadMore, rename, remove } = useThreads();
  const [editing, setEditing] = useState<Editing>();
  const now = useDate();
  if (error && threads.length === 0) {
    return <p className="tw:flex-1 tw:px-2 tw:text-s tw:text-error">{strings.threadsFailed}</p>;
  }
  if (isLoading || now === undefined) return <div className="tw:flex-1" />;
  if (threads.length === 0) return <p className="tw:flex-1 tw:px-2 tw:text-s tw:text-ink-3">{strings.noThreads}</p>;

  const groups = groupThreads(editing?.threads ?? threads, now);
  const edit = (threadId: string, mode: RowMode) =>
    setEditing(mode === "shown" ? undefined : { threadId, mode, threads });
  const removeAndLeave = async (thread: ThreadEntry, row: HTMLElement | null) => {
    const next = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest("nav");
    await remove(thread.threadId);
    setEditing(undefined);
    if (thread.threadId === threadId) onChoose(undefined);
    else next?.querySelector("button")?.focus({ preventScroll: true });
  };
  return (
    <div className="tw:-mx-1 tw:min-h-0 tw:flex-1 tw:overflow-y-auto tw:overscroll-contain tw:px-1">
      {GROUPS.filter((group) => groups[group].length > 0).map((group) => (
        <div key={group}>
          <h2 className="tw:mt-2 tw:mb-1 tw:px-2 tw:text-xs tw:text-ink-3">{strings.threadGroups[group]}</h2>
          <ul aria-label={strings.threadGroups[group]}>
            {groups[group].map((thread) => (
              <ThreadRow
                key={thread.threadId}
                thread={thread}
                now={now}
                isCurrent={thread.threadId === threadId}
                mode={editing?.threadId === thread.threadId ? editing.mode : "shown"}
                onMode={(mode) => edit(thread.threadId, mode)}
                onOpen={() => onChoose(thread.threadId)}
                onRename={(title) => rename(thread.threadId, title)}
                onDelete={(row) => removeAndLeave(thread, row)}
              />
            ))}
          </ul>
        </div>
      ))}
      {hasMore && (
        <Button tone="bare" onClick={() => void loadMore()}>
          {strings.moreThreads}
        </Button>
      )}
    </div>
  );
}

/** The date, a minute exact; undefined in the first render, which the server makes too. */
function useDate(): Date | undefined {
  const [date, setDate] = useState<Date>();
  useEffect(() => {
    const read = () => setDate(new Date());
    read();
    const timer = setInterval(read, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return date;
}

import { useRef } from "react";
import type { ThreadEntry } from "@/hooks";
import { IconButton } from "../ui/button";
import { DeleteQuestion } from "../ui/delete-question";
import { StatusMark } from "../ui/status-mark";
import { useStrings } from "../ui/strings";
import { useReturningFocus } from "../ui/use-returning-focus";
import { timeStyle } from "./group-threads";
import { RenameThread } from "./rename-thread";

/** What a row shows: the thread, its name as a field, or the question before it is deleted. */
export type RowMode = "shown" | "renaming" | "deleting";

type ThreadRowProps = {
  thread: ThreadEntry;
  now: Date;
  isCurrent: boolean;
  mode: RowMode;
  onMode: (mode: RowMode) => void;
  onOpen: () => void;
  onRename: (title: string) => Promise<void>;
  /** Given the row, which goes. */
  onDelete: (row: HTMLElement | null) => Promise<void>;
};

/** One thread in the list: open it, rename it in place, delete it after one question. */
export function ThreadRow(props: ThreadRowProps) {
  const { thread, isCurrent, mode, onMode } = props;
  const strings = useStrings();
  const rowRef = useRef<HTMLLIElement>(null);
  useReturningFocus(rowRef, mode !== "shown");
  const title = thread.title || strings.untitled;
  return (
    <li ref={rowRef} className="tw-thread-row tw:relative" data-current={isCurrent || undefined}>
      {mode === "shown" && (
        <ShownThread
          {...props}
          title={title}
          onAskRename={() => onMode("renaming")}
          onAskDelete={() => onMode("deleting")}
        />
      )}
      {mode === "renaming" && (
        <RenameThread title={thread.title} onRename={props.onRename} onClose={() => onMode("shown")} />
      )}
      {mode === "deleting" && (
        <DeleteQuestion
          question={strings.deleteThreadQuestion}
          failed={strings.threadChangeFailed}
          onDelete={() => props.onDelete(rowRef.current)}
          onClose={() => onMode("shown")}
        />
      )}
    </li>
  );
}

function ShownThread({
  thread,
  now,
  isCurrent,
  title,
  onOpen,
  onAskRename,
  onAskDelete,
}: ThreadRowProps & { title: string; onAskRename: () => void; onAskDelete: () => void }) {
  const strings = useStrings();
  const isHot = thread.status === "busy" || thread.status === "interrupted" || thread.status === "error";
  const look = isCurrent ? "tw:bg-surface tw:text-ink tw:shadow-1" : "tw:text-ink-2 tw:hover:bg-hover";
  return (
    <>
      <button
        type="button"
        aria-current={isCurrent ? "true" : undefined}
        className={`tw:grid tw:min-h-control tw:w-full tw:grid-cols-[minmax(0,1fr)] tw:content-center tw:gap-0.5 tw:rounded-m tw:px-2 tw:py-[7px] tw:text-s ${look}`}
        onClick={onOpen}
      >
        <span className="tw-thread-title tw:flex tw:justify-between tw:gap-2">
          <span className={`tw:truncate ${isCurrent || isHot ? "tw:font-medium tw:text-ink" : ""}`} dir="auto">
            {title}
          </span>
          {!isHot && <ThreadTime updatedAt={thread.updatedAt} now={now} />}
        </span>
        <ThreadState status={thread.status} />
      </button>
      <div className="tw-thread-actions">
        <IconButton icon="edit" label={strings.renameThread(title)} onClick={onAskRename} />
        <IconButton icon="trash" label={strings.deleteThread(title)} onClick={onAskDelete} />
      </div>
    </>
  );
}

function ThreadTime({ updatedAt, now }: { updatedAt: string; now: Date }) {
  const strings = useStrings();
  const time = new Date(updatedAt);
  if (Number.isNaN(time.getTime())) return null;
  const style = timeStyle(time, now);
  const text =
    style === "clock"
      ? strings.timeOfDay(time)
      : style === "weekday"
        ? strings.weekday(time)
        : strings.dayAndMonth(time);
  return (
    <time
      className="tw-thread-when tw:flex-none tw:text-xs tw:leading-5 tw:text-ink-3 tw:tabular-nums"
      dateTime={updatedAt}
    >
      {text}
    </time>
  );
}

function ThreadState({ status }: { status: ThreadEntry["status"] }) {
  const strings = useStrings();
  switch (status) {
    case "busy":
      return (
        <StatusMark tone="live" icon="live">
          {strings.threadWriting}
        </StatusMark>
      );
    case "interrupted":
      return (
        <StatusMark tone="consent" icon="decision">
          {strings.threadWaiting}
        </StatusMark>
      );
    case "error":
      return (
        <StatusMark tone="error" icon="alert">
          {strings.threadFailed}
        </StatusMark>
      );
    case "idle":
      return null;
    default:
      return status satisfies never;
  }
}

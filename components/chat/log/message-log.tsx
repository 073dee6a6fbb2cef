import { type RefObject, useCallback, useEffect, useImperativeHandle, useRef } from "react";
import { useAgent, useEarlierMessages, useLastOwn, useMessages } from "@/hooks";
import { useEditing } from "../../message";
import { BUSY_STATUSES } from "../../ui/busy-statuses";
import { Button } from "../../ui/button";
import { useStrings } from "../../ui/strings";
import { EmptyThread } from "../empty-thread";
import { MessageRows } from "./message-rows";
import { NewestButton } from "./newest-button";
import { stepThrough } from "./step-through";
import { useEarlierOnScroll } from "./use-earlier-on-scroll";
import { useFollowing } from "./use-following";
import { useFound } from "./use-found";
import { useKeptPlace } from "./use-kept-place";
import { useNewCount } from "./use-new-count";
import { usePrint } from "./use-print";
import { type RowWindow, useRowWindow } from "./use-row-window";

/** What stands outside of the log does with it. */
export type LogHandle = {
  /** Prints the whole thread. */
  print(): void;
  /** Brings a message into sight and marks a text in it. */
  show(messageId: string, wanted: string): void;
  /** Takes the mark away, and gives back the row that has it. */
  clear(): HTMLElement | null | undefined;
};

/**
 * The conversation on its warp. It follows the newest text while the person is at the end, lets go at once when they
 * scroll, and then offers a way back instead of moving. Of a long thread only what is in sight is drawn.
 */
export function MessageLog({
  logRef,
  handleRef,
}: {
  logRef: RefObject<HTMLElement | null>;
  handleRef: RefObject<LogHandle | null>;
}) {
  const strings = useStrings();
  const { status, isLoading, problem, threadId, queue } = useAgent();
  const ids = useMessages();
  const earlier = useEarlierMessages();
  const contentRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const isBusy = BUSY_STATUSES.has(status);
  const isUnread = isLoading || (problem !== undefined && threadId !== undefined);
  const isEmpty = ids.length === 0 && !isBusy && !isUnread;
  const following = useFollowing(logRef, contentRef, !isEmpty);
  const { load } = earlier;
  const loadAll = useCallback(() => load(0), [load]);
  const printing = usePrint(logRef, ids.length, loadAll);
  const view = useRowWindow(logRef, listRef, ids, printing.drawn, following.settle);
  const found = useFound(logRef, view, following.letGo);
  useEditInSight(view, following.letGo);
  useImperativeHandle(handleRef, () => ({ print: printing.print, show: found.show, clear: found.clear }), [
    printing.print,
    found.show,
    found.clear,
  ]);
  useKeptPlace(logRef, threadId, { ids, earlierCount: earlier.count, load: earlier.load }, view, following);
  const earlierFailed = useEarlierOnScroll(logRef, earlier);
  const { lastSeen, count } = useNewCount(ids, following.isFollowing);
  const lastOwn = useLastOwn();
  useOwnInSight(following.toEnd, { threadId, lastOwn, queue, isBusy });

  /** The button that was pressed goes: the focus stays with the messages. */
  const thenRead = (act: () => void) => () => {
    logRef.current?.focus({ preventScroll: true });
    act();
  };

  return (
    <div className="tw-log-frame">
      <section
        ref={logRef}
        className="tw-log"
        aria-label={strings.messages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => stepThrough(event, ids, view, following.letGo)}
      >
        <div ref={contentRef} className="tw-log-content">
          {isEmpty && <EmptyThread onChoose={() => logRef.current?.focus()} />}
          {isLoading && ids.length === 0 && <p className="tw-unseen">{strings.loadingThread}</p>}
          {earlier.count > 0 && (
            <div className="tw-column tw-earlier">
              {earlierFailed && (
                <p role="alert" className="tw:text-s tw:text-error">
                  {strings.earlierFailed}
                </p>
              )}
              <Button
                aria-disabled={earlier.isLoading}
                onClick={thenRead(() => void (earlier.isLoading || earlier.load().catch(() => {})))}
              >
                {strings.earlierMessages(earlier.count)}
              </Button>
            </div>
          )}
          {(ids.length > 0 || isBusy) && (
            <MessageRows
              listRef={listRef}
              view={view}
              count={ids.length}
              earlierCount={earlier.count}
              isBusy={isBusy}
              // A first message that waits in the queue would push the empty row down.
              isSubmitting={status === "submitting" && ids.length > 0}
            />
          )}
        </div>
      </section>
      {printing.isPreparing && (
        <div className="tw-newest">
          <p role="status" className="tw-preparing">
            {strings.preparingPrint(Math.min(printing.drawn ?? 0, ids.length), ids.length)}
            <Button tone="bare" onClick={printing.cancel}>
              {strings.cancel}
            </Button>
          </p>
        </div>
      )}
      {!following.isFollowing && !printing.isPreparing && (
        <div className="tw-newest">
          <NewestButton key={lastSeen} lastSeen={lastSeen ?? ""} count={count} onPress={thenRead(following.toEnd)} />
        </div>
      )}
    </div>
  );
}

/**
 * What one sends is seen leaving, also when its answer is there with it. What waited in the queue goes by itself, and
 * moves nobody who reads elsewhere by then. A thread's first rows are useKeptPlace's.
 */
function useOwnInSight(
  toEnd: () => void,
  {
    threadId,
    lastOwn,
    queue,
    isBusy,
  }: {
    threadId: string | undefined;
    lastOwn: string | undefined;
    queue: readonly { readonly id: string }[];
    isBusy: boolean;
  },
): void {
  const lastSeen = useRef({ threadId, lastOwn });
  const queued = useRef(new Set<string>());
  useEffect(() => {
    const before = lastSeen.current;
    lastSeen.current = { threadId, lastOwn };
    if (before.threadId !== threadId) queued.current.clear();
    for (const { id } of queue) queued.current.add(id);
    const isNew = before.lastOwn !== undefined && lastOwn !== undefined && before.lastOwn !== lastOwn;
    const isSentNow = isNew && isBusy && before.threadId === threadId && !queued.current.has(lastOwn);
    if (isSentNow) toEnd();
  }, [toEnd, threadId, lastOwn, queue, isBusy]);
}

/** A message that is written anew stays in sight, also where the key that began it was pressed elsewhere. */
function useEditInSight(view: RowWindow, letGo: () => void): void {
  const { messageId } = useEditing();
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => {
    if (messageId === undefined) return;
    letGo();
    latest.current.scrollTo(messageId);
  }, [messageId, letGo]);
}

import { type RefObject, useEffect } from "react";
import { useAgent, useMessage, useMessages } from "@/hooks";
import { MessageStep } from "../message";
import { BUSY_STATUSES } from "../ui/busy-statuses";
import { Button } from "../ui/button";
import { useStrings } from "../ui/strings-context";
import { EmptyThread } from "./empty-thread";
import { useStickToBottom } from "./use-stick-to-bottom";

/**
 * The conversation on its warp. It follows the newest text while the person is at the bottom, lets go at once when
 * they scroll, and then offers a way back instead of moving.
 */
export function MessageLog({ logRef }: { logRef: RefObject<HTMLElement | null> }) {
  const strings = useStrings();
  const { status, isLoading, problem, threadId } = useAgent();
  const messageIds = useMessages();
  const isBusy = BUSY_STATUSES.has(status);
  const isUnread = isLoading || (problem !== undefined && threadId !== undefined);
  const isEmpty = messageIds.length === 0 && !isBusy && !isUnread;
  const { isAtBottom, contentRef, toBottom } = useStickToBottom(logRef, !isEmpty);
  const newestOwn = useNewestOwn(messageIds);
  // Another thread is shown from its end, and what one sends is seen leaving.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(toBottom, [toBottom, threadId, newestOwn]);

  return (
    <div className="tw-log-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={logRef} className="tw-log" aria-label={strings.messages} tabIndex={0}>
        <div ref={contentRef} className="tw-log-content">
          {isEmpty && <EmptyThread onChoose={() => logRef.current?.focus()} />}
          {isLoading && messageIds.length === 0 && <p className="tw-unseen">{strings.loadingThread}</p>}
          {(messageIds.length > 0 || isBusy) && (
            <ol className="tw-column tw-warp">
              {messageIds.map((id, index) => (
                <MessageStep key={id} id={id} isNewest={index === messageIds.length - 1} isBusy={isBusy} />
              ))}
              {status === "submitting" && <li className="tw-step tw:h-6" data-knot="live" aria-hidden="true" />}
            </ol>
          )}
        </div>
      </section>
      {!isAtBottom && (
        <div className="tw-newest">
          <Button icon="chevron-down" onClick={toBottom}>
            {strings.newest}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The newest message's id while it is the person's own. */
function useNewestOwn(messageIds: readonly string[]): string | undefined {
  const newest = useMessage(messageIds.at(-1) ?? "");
  return newest?.type === "human" ? newest.id : undefined;
}

import type { RefObject } from "react";
import { MessageStep } from "../../message";
import type { RowWindow } from "./use-row-window";

/** The messages on their warp: those that `view` draws, each with its place among all, for who cannot see the others. */
export function MessageRows({
  listRef,
  view,
  count,
  earlierCount,
  isBusy,
  isSubmitting,
}: {
  listRef: RefObject<HTMLOListElement | null>;
  view: RowWindow;
  count: number;
  /** Messages that come before the first of these. */
  earlierCount: number;
  isBusy: boolean;
  isSubmitting: boolean;
}) {
  const { rows, gapAfterPx, measure } = view;
  return (
    <ol
      ref={listRef}
      className="tw-column tw-warp"
      style={gapAfterPx > 0 ? { paddingBlockEnd: gapAfterPx } : undefined}
    >
      {rows.map(({ id, index, gapPx }) => (
        <li
          key={id}
          ref={measure}
          className="tw-row"
          data-index={index}
          data-newest={index >= count - 2 || undefined}
          aria-posinset={earlierCount + index + 1}
          aria-setsize={earlierCount + count}
          tabIndex={-1}
          style={gapPx > 0 ? { marginBlockStart: gapPx } : undefined}
        >
          <MessageStep id={id} isNewest={index === count - 1} isBusy={isBusy} />
        </li>
      ))}
      {isSubmitting && (
        <li className="tw-row" aria-hidden="true">
          <div className="tw-step tw:h-6" data-knot="live" />
        </li>
      )}
    </ol>
  );
}

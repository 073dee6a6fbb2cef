import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { findText, markText } from "./mark-text";
import type { RowWindow } from "./use-row-window";

type Found = { readonly messageId: string; readonly wanted: string };

/** The row is drawn, and has its height, after at most so many frames. */
const MAX_FRAMES = 20;

/** Brings a message that was found into sight and marks the text in it, until `clear`, which gives back its row. */
export function useFound(
  logRef: RefObject<HTMLElement | null>,
  view: RowWindow,
  letGo: () => void,
): { show: (messageId: string, wanted: string) => void; clear: () => HTMLElement | null | undefined } {
  const [found, setFound] = useState<Found>();
  const latest = useRef(view);
  latest.current = view;

  useEffect(() => {
    const log = logRef.current;
    if (found === undefined || log === null) return;
    letGo();
    let unmark = () => {};
    let frame = 0;
    const look = (frames: number) => {
      const isThere = latest.current.scrollTo(found.messageId, "center");
      const row = isThere ? messageIn(log, found) : null;
      if (row === null && frames < MAX_FRAMES) {
        frame = requestAnimationFrame(() => look(frames + 1));
        return;
      }
      if (row === null) return;
      unmark = markText(row, found.wanted);
      frame = requestAnimationFrame(() => centre(log, row, found.wanted));
    };
    look(0);
    return () => {
      cancelAnimationFrame(frame);
      unmark();
    };
  }, [found, logRef, letGo]);

  return {
    show: useCallback((messageId: string, wanted: string) => setFound({ messageId, wanted }), []),
    clear: useCallback(() => {
      setFound(undefined);
      return logRef.current && found && messageIn(logRef.current, found)?.closest("li");
    }, [logRef, found]),
  };
}

function messageIn(log: HTMLElement, { messageId }: Found): HTMLElement | null {
  return log.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
}

/**
 * A message may be higher than the log: what was found in it comes into sight. Any other one the virtualizer brings
 * there, and it would give up at a scrolling that is not its own.
 */
function centre(log: HTMLElement, row: HTMLElement, wanted: string): void {
  const place = (findText(row, wanted) ?? row).getBoundingClientRect();
  const sight = log.getBoundingClientRect();
  if (row.getBoundingClientRect().height <= sight.height) return;
  if (place.top >= sight.top && place.bottom <= sight.bottom) return;
  log.scrollTop += place.top - sight.top - sight.height / 2;
}

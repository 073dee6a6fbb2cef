import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Following } from "./use-following";
import type { RowWindow } from "./use-row-window";

type Place = { readonly id: string; readonly abovePx: number; readonly earlierCount: number };

/** Threads whose place is kept; the one that was left longest ago goes first. */
const MAX_PLACES = 200;
const places = new Map<string, Place>();

/**
 * Another thread is shown from its end, or from where it was left: where the person was reading, if that was not the end.
 * `load` brings messages from a position on.
 */
export function useKeptPlace(
  scrollerRef: RefObject<HTMLElement | null>,
  threadId: string | undefined,
  { ids, earlierCount, load }: { ids: readonly string[]; earlierCount: number; load: (until: number) => Promise<void> },
  view: RowWindow,
  { isFollowing, toEnd, letGo }: Following,
): void {
  const shown = useRef<{ threadId: string | undefined; isPlaced: boolean }>({ threadId, isPlaced: false });
  const hasRows = ids.length > 0;

  useLayoutEffect(() => {
    if (shown.current.threadId !== threadId) shown.current = { threadId, isPlaced: false };
    if (shown.current.isPlaced || !hasRows) return;
    const kept = threadId === undefined ? undefined : places.get(threadId);
    shown.current.isPlaced = true;
    if (kept === undefined) {
      toEnd();
      return;
    }
    letGo();
    if (view.scrollTo(kept.id, kept)) return;
    // What was read last time has to be brought first; where it is gone, the end is shown.
    shown.current.isPlaced = kept.earlierCount >= earlierCount;
    if (shown.current.isPlaced) toEnd();
    else load(kept.earlierCount).catch(toEnd);
  });

  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null || threadId === undefined) return;
    const keep = () => {
      if (!shown.current.isPlaced) return;
      const place = isFollowing ? undefined : view.place();
      places.delete(threadId);
      if (place === undefined) return;
      places.set(threadId, { ...place, earlierCount });
      const oldest = places.keys().next();
      if (places.size > MAX_PLACES && !oldest.done) places.delete(oldest.value);
    };
    keep();
    scroller.addEventListener("scroll", keep, { passive: true });
    return () => scroller.removeEventListener("scroll", keep);
  }, [scrollerRef, threadId, isFollowing, view.place, earlierCount]);
}

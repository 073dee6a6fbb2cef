import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Less than this far from the end is the end: fractions of pixels under zoom. */
const AT_BOTTOM_PX = 2;
const SCROLL_KEYS: ReadonlySet<string> = new Set(["PageUp", "ArrowUp", "Home"]);

/**
 * Keeps a scroller at its end while its content grows, until the person moves away: the first upward wheel, touch or
 * key lets go, however small. Only the very end, or `toBottom`, takes hold again.
 */
export function useStickToBottom(
  scrollerRef: RefObject<HTMLElement | null>,
  /** False where there is no newest text, as on an empty thread. */
  isActive: boolean,
): {
  isAtBottom: boolean;
  contentRef: RefObject<HTMLDivElement | null>;
  toBottom: () => void;
} {
  const contentRef = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(isActive);
  const [isAtBottom, setIsAtBottom] = useState(true);

  const toBottom = useCallback(() => {
    isFollowing.current = true;
    setIsAtBottom(true);
    scrollerRef.current?.scrollTo({ top: scrollerRef.current.scrollHeight });
  }, [scrollerRef]);

  useEffect(() => {
    isFollowing.current = isActive;
    if (!isActive) setIsAtBottom(true);
  }, [isActive]);

  useEffect(() => {
    const scroller = scrollerRef.current;
    const content = contentRef.current;
    if (!isActive || scroller === null || content === null) return;
    let lastTop = scroller.scrollTop;

    const letGo = () => {
      if (distanceToBottom(scroller) > 0 || scroller.scrollTop > 0) isFollowing.current = false;
    };
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0) letGo();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (SCROLL_KEYS.has(event.key) && event.target === scroller) letGo();
    };
    const onScroll = () => {
      const atBottom = distanceToBottom(scroller) <= AT_BOTTOM_PX;
      // Growth never moves the top; a smaller top is somebody's scrolling (a dragged bar, a search, a screen reader).
      if (scroller.scrollTop < lastTop && !atBottom) isFollowing.current = false;
      if (atBottom) isFollowing.current = true;
      lastTop = scroller.scrollTop;
      setIsAtBottom(atBottom || isFollowing.current);
    };
    const onGrowth = () => {
      if (hasSelectionIn(content)) isFollowing.current = false;
      if (isFollowing.current) scroller.scrollTop = scroller.scrollHeight;
      setIsAtBottom(isFollowing.current || distanceToBottom(scroller) <= AT_BOTTOM_PX);
      lastTop = scroller.scrollTop;
    };

    const observer = new ResizeObserver(onGrowth);
    observer.observe(content);
    observer.observe(scroller);
    scroller.addEventListener("wheel", onWheel, { passive: true });
    scroller.addEventListener("touchmove", letGo, { passive: true });
    scroller.addEventListener("keydown", onKeyDown);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener("wheel", onWheel);
      scroller.removeEventListener("touchmove", letGo);
      scroller.removeEventListener("keydown", onKeyDown);
      scroller.removeEventListener("scroll", onScroll);
    };
  }, [scrollerRef, isActive]);

  return { isAtBottom, contentRef, toBottom };
}

function distanceToBottom(scroller: HTMLElement): number {
  return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
}

/** Text that somebody is selecting must not move under the pointer. */
function hasSelectionIn(content: HTMLElement): boolean {
  const selection = content.ownerDocument.getSelection();
  return selection !== null && !selection.isCollapsed && content.contains(selection.anchorNode);
}

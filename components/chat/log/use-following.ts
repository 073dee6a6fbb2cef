import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Less than this far from the end is the end: fractions of pixels under zoom. */
const AT_END_PX = 2;
const SCROLL_KEYS: ReadonlySet<string> = new Set(["PageUp", "ArrowUp", "Home"]);

export type Following = {
  /** False while the person reads something else: then nothing moves by itself. */
  readonly isFollowing: boolean;
  readonly toEnd: () => void;
  /** As a person's own scrolling: what follows is not moved any more. */
  readonly letGo: () => void;
};

/**
 * Keeps a scroller at its end while its content grows, until the person moves away: the first upward wheel, touch or
 * key, or a selection, lets go, however small. Only the very end, or `toEnd`, takes hold again.
 */
export function useFollowing(
  scrollerRef: RefObject<HTMLElement | null>,
  contentRef: RefObject<HTMLElement | null>,
  /** False where there is no newest text, as on an empty thread. */
  isActive: boolean,
): Following {
  const isHeld = useRef(isActive);
  const [isFollowing, setIsFollowing] = useState(true);

  const toEnd = useCallback(() => {
    isHeld.current = true;
    setIsFollowing(true);
    scrollerRef.current?.scrollTo({ top: scrollerRef.current.scrollHeight });
  }, [scrollerRef]);
  const letGo = useCallback(() => {
    isHeld.current = false;
    setIsFollowing(false);
  }, []);

  useEffect(() => {
    isHeld.current = isActive;
    if (!isActive) setIsFollowing(true);
  }, [isActive]);

  useEffect(() => {
    const scroller = scrollerRef.current;
    const content = contentRef.current;
    if (!isActive || scroller === null || content === null) return;
    let lastTop = scroller.scrollTop;
    let lastHeight = scroller.scrollHeight;

    const onMoveAway = () => {
      if (scroller.scrollHeight > scroller.clientHeight) isHeld.current = false;
    };
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0) onMoveAway();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (SCROLL_KEYS.has(event.key) && event.target === scroller) onMoveAway();
    };
    const onScroll = () => {
      const isAtEnd = distanceToEnd(scroller) <= AT_END_PX;
      // Growth never moves the top, and what shrinks moves it with the height; a smaller top is otherwise somebody's
      // scrolling (a dragged bar, a search, a screen reader).
      const isMoved = scroller.scrollTop < lastTop && scroller.scrollHeight >= lastHeight;
      if (isMoved && !isAtEnd) isHeld.current = false;
      if (isAtEnd) isHeld.current = true;
      lastTop = scroller.scrollTop;
      lastHeight = scroller.scrollHeight;
      setIsFollowing(isHeld.current);
    };
    const onGrowth = () => {
      if (hasSelectionIn(content)) isHeld.current = false;
      if (isHeld.current) scroller.scrollTop = scroller.scrollHeight;
      lastTop = scroller.scrollTop;
      lastHeight = scroller.scrollHeight;
      setIsFollowing(isHeld.current || distanceToEnd(scroller) <= AT_END_PX);
    };

    const observer = new ResizeObserver(onGrowth);
    observer.observe(content);
    observer.observe(scroller);
    scroller.addEventListener("wheel", onWheel, { passive: true });
    scroller.addEventListener("touchmove", onMoveAway, { passive: true });
    scroller.addEventListener("keydown", onKeyDown);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener("wheel", onWheel);
      scroller.removeEventListener("touchmove", onMoveAway);
      scroller.removeEventListener("keydown", onKeyDown);
      scroller.removeEventListener("scroll", onScroll);
    };
  }, [scrollerRef, contentRef, isActive]);

  return { isFollowing, toEnd, letGo };
}

function distanceToEnd(scroller: HTMLElement): number {
  return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
}

/** Text that somebody is selecting must not move under the pointer, nor leave the page. */
export function hasSelectionIn(content: HTMLElement): boolean {
  const root: Node & { getSelection?(): Selection | null } = content.getRootNode(); // a shadow root has its own, where it has one
  const selection = root.getSelection?.() ?? content.ownerDocument.getSelection();
  return selection !== null && !selection.isCollapsed && content.contains(selection.anchorNode);
}

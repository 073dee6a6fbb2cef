import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { watchMovingAway } from "./watch-moving-away";

/** Less than this far from the end is the end: fractions of pixels under zoom. */
const AT_END_PX = 2;

export type Following = {
  /** False while the person reads something else: then nothing moves by itself. */
  readonly isFollowing: boolean;
  readonly toEnd: () => void;
  /** As a person's own scrolling: what follows is not moved any more. */
  readonly letGo: () => void;
  /** Tells that a script has scrolled: what is followed stays at its end, and nobody has moved away. */
  readonly settle: () => void;
};

/**
 * Keeps a scroller at its end while its content grows, until the person moves away: the first upward wheel, touch or
 * key, a dragged bar, or a selection, lets go, however small. A scroll event alone does not, when the layout changed
 * with it: what shrinks and grows again before the next frame moves the top by itself. Only the very end, or `toEnd`,
 * takes hold again.
 */
export function useFollowing(
  scrollerRef: RefObject<HTMLElement | null>,
  contentRef: RefObject<HTMLElement | null>,
  /** False where there is no newest text, as on an empty thread. */
  isActive: boolean,
): Following {
  const isHeld = useRef(isActive);
  const [isFollowing, setIsFollowing] = useState(true);
  const last = useRef<Layout>({ top: 0, height: 0, sight: 0 });
  const hasChanged = useRef(false); // the content's elements, since `last`

  const settle = useCallback(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    if (isHeld.current && distanceToEnd(scroller) > 0) scroller.scrollTop = scroller.scrollHeight;
    last.current = measure(scroller);
    hasChanged.current = false;
  }, [scrollerRef]);
  const toEnd = useCallback(() => {
    isHeld.current = true;
    setIsFollowing(true);
    settle();
  }, [settle]);
  const letGo = useCallback(() => {
    isHeld.current = false;
    setIsFollowing(false);
  }, []);

  useEffect(() => {
    isHeld.current = isActive;
    if (!isActive) setIsFollowing(true);
  }, [isActive]);

  // What this render made higher or lower is answered before the next one: the end is never left behind.
  useLayoutEffect(() => {
    if (isActive && isHeld.current) settle();
  });

  useEffect(() => {
    const scroller = scrollerRef.current;
    const content = contentRef.current;
    if (!isActive || scroller === null || content === null) return;
    settle();

    const onScroll = () => {
      const before = last.current;
      const now = measure(scroller);
      const isAtEnd = distanceToEnd(scroller) <= AT_END_PX;
      const isSameLayout = !hasChanged.current && now.height === before.height && now.sight === before.sight;
      // A search of the browser's own or a screen reader has no event but this: the top moves, and nothing else does.
      if (now.top < before.top && !isAtEnd && (isSameLayout || mover.isPressed())) isHeld.current = false;
      // An event of our own scrolling that comes late says nothing of where the person wants to be.
      if (now.top > before.top && isAtEnd) isHeld.current = true;
      settle();
      setIsFollowing(isHeld.current || isAtEnd);
    };
    const onGrowth = () => {
      if (hasSelectionIn(content)) isHeld.current = false;
      settle();
      setIsFollowing(isHeld.current || distanceToEnd(scroller) <= AT_END_PX);
    };
    const mover = watchMovingAway(scroller, {
      onAway: () => {
        if (scroller.scrollHeight > scroller.clientHeight) isHeld.current = false;
      },
      onToEnd: () => {
        if (distanceToEnd(scroller) <= AT_END_PX) isHeld.current = true;
      },
    });

    // A row that goes and another of its height that comes leave no other trace than a top that has moved.
    const changes = new MutationObserver(() => {
      hasChanged.current = true;
    });
    changes.observe(content, { subtree: true, childList: true, characterData: true, attributes: true });
    const observer = new ResizeObserver(onGrowth);
    observer.observe(content);
    observer.observe(scroller);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      changes.disconnect();
      observer.disconnect();
      mover.stop();
      scroller.removeEventListener("scroll", onScroll);
    };
  }, [scrollerRef, contentRef, isActive, settle]);

  return { isFollowing, toEnd, letGo, settle };
}

type Layout = { readonly top: number; readonly height: number; readonly sight: number };

function measure({ scrollTop: top, scrollHeight: height, clientHeight: sight }: HTMLElement): Layout {
  return { top, height, sight };
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

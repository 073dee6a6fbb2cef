import { type RefObject, useEffect, useState } from "react";
import type { EarlierMessages } from "@/hooks";

/** So far from the first message that is here those before it are asked for: they come before one is there. */
const AHEAD_PX = 1_500;

/** Brings earlier messages as the person comes near them. True where that failed: a button tries again. */
export function useEarlierOnScroll(
  scrollerRef: RefObject<HTMLElement | null>,
  { count, isLoading, load }: EarlierMessages,
): boolean {
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null || count === 0 || isLoading) return;
    let lastTop = scroller.scrollTop;
    const onScroll = () => {
      const isUpward = scroller.scrollTop < lastTop;
      lastTop = scroller.scrollTop;
      if (!isUpward || scroller.scrollTop > AHEAD_PX) return;
      load().then(
        () => setHasFailed(false),
        () => setHasFailed(true),
      );
    };
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => scroller.removeEventListener("scroll", onScroll);
  }, [scrollerRef, count, isLoading, load]);
  return hasFailed;
}

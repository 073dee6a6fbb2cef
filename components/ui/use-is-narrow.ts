import { type RefObject, useEffect, useState } from "react";

/** Whether an element is narrower than so many pixels; false until it has been measured. */
export function useIsNarrow(elementRef: RefObject<HTMLElement | null>, belowPx: number): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useEffect(() => {
    const element = elementRef.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setIsNarrow((entry?.contentRect.width ?? belowPx) < belowPx));
    observer.observe(element);
    return () => observer.disconnect();
  }, [elementRef, belowPx]);
  return isNarrow;
}

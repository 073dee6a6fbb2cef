import { type RefObject, useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Messages that are drawn between two frames while a thread is made ready for print. */
const ROWS_A_FRAME = 100;

export type Printing = {
  /** How many of the rows are drawn for print; undefined: as always. */
  readonly drawn: number | undefined;
  readonly isPreparing: boolean;
  /** Brings the whole thread, draws it piece by piece, and opens the browser's print dialog. */
  readonly print: () => void;
  readonly cancel: () => void;
};

/**
 * Print has every message of a thread, also those that are not in sight. By the browser's own menu nothing can be
 * awaited: then it has those that are loaded.
 */
export function usePrint(logRef: RefObject<HTMLElement | null>, count: number, loadAll: () => Promise<void>): Printing {
  const [drawn, setDrawn] = useState<number>();
  const [isWanted, setIsWanted] = useState(false);

  useEffect(() => {
    const page = logRef.current?.ownerDocument.defaultView;
    if (!isWanted || page === null || page === undefined || drawn === undefined) return;
    const frame = page.requestAnimationFrame(() => {
      if (drawn < count) setDrawn(drawn + ROWS_A_FRAME);
      else {
        setIsWanted(false);
        page.print();
      }
    });
    return () => page.cancelAnimationFrame(frame);
  }, [logRef, isWanted, drawn, count]);

  useEffect(() => {
    const page = logRef.current?.ownerDocument.defaultView;
    if (page === null || page === undefined) return;
    const before = () => flushSync(() => setDrawn(Number.POSITIVE_INFINITY));
    const after = () => setDrawn(undefined);
    page.addEventListener("beforeprint", before);
    page.addEventListener("afterprint", after);
    return () => {
      page.removeEventListener("beforeprint", before);
      page.removeEventListener("afterprint", after);
    };
  }, [logRef]);

  const print = useCallback(() => {
    const begin = () => {
      setIsWanted(true);
      setDrawn(0);
    };
    loadAll().then(begin, begin);
  }, [loadAll]);
  const cancel = useCallback(() => {
    setIsWanted(false);
    setDrawn(undefined);
  }, []);
  return { drawn, isPreparing: isWanted, print, cancel };
}

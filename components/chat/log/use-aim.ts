import { type RefObject, useMemo, useRef } from "react";

/** As long as the virtualizer itself goes on correcting a jump. */
const MAX_MS = 5_000;

type Aim<Where> = { readonly id: string; readonly index: number; readonly where: Where; readonly since: number };

export type AimKeeper<Where> = {
  /** A jump to this row begins. */
  take(id: string, index: number, where: Where): void;
  /** Scrolls by script: nobody has moved away by that. */
  write(scroll: () => void): void;
  /** The row that was jumped to a moment ago, and that nobody has moved away from since. */
  current(): Aim<Where> | undefined;
};

/**
 * Remembers by its id the row that a jump goes to. The virtualizer knows it by its index until its height is certain,
 * and rows that come in front meanwhile make that the index of another one: then the jump has to be made anew.
 */
export function useAim<Where>(scrollerRef: RefObject<HTMLElement | null>): AimKeeper<Where> {
  const aim = useRef<Aim<Where> | undefined>(undefined);
  const writtenTop = useRef<number | undefined>(undefined);
  return useMemo(() => {
    const top = () => scrollerRef.current?.scrollTop;
    const current = () => {
      const { since = Number.NEGATIVE_INFINITY } = aim.current ?? {};
      if (performance.now() - since > MAX_MS || top() !== writtenTop.current) aim.current = undefined;
      return aim.current;
    };
    return {
      take: (id, index, where) => {
        aim.current = { id, index, where, since: performance.now() };
        writtenTop.current = top();
      },
      write: (scroll) => {
        current();
        scroll();
        writtenTop.current = top();
      },
      current,
    };
  }, [scrollerRef]);
}

import { useStrings } from "./strings";
import { useNow } from "./use-now";

const TICK_MS = 100;

/**
 * The time since `sinceMs` (`performance.now()`), or the whole time once `untilMs` is known.
 * Hidden from assistive technology while it runs: nobody wants a clock read aloud.
 */
export function Clock({ sinceMs, untilMs }: { sinceMs: number; untilMs?: number | undefined }) {
  const strings = useStrings();
  const nowMs = useNow(TICK_MS, untilMs === undefined);
  const endMs = untilMs ?? nowMs;
  if (endMs === undefined) return null;
  return (
    <span aria-hidden={untilMs === undefined || undefined} data-clock>
      {strings.duration(Math.max(0, endMs - sinceMs))}
    </span>
  );
}

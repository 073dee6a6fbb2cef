import type { Clock } from "@/lib/transport";

/** A clock that a test moves. */
export function createHandClock(): { readonly clock: Clock; advance(ms: number): Promise<void> } {
  const timers = new Set<{ atMs: number; callback: () => void }>();
  let nowMs = 0;
  return {
    clock: {
      now: () => nowMs,
      setTimer: (callback, delayMs) => {
        const timer = { atMs: nowMs + delayMs, callback };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    /** Timer by timer; what each sets off comes to rest before the next. */
    advance: async (ms) => {
      await settle();
      const endMs = nowMs + ms;
      for (;;) {
        const next = [...timers].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined) break;
        timers.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.callback();
        await settle();
      }
      nowMs = endMs;
      await settle();
    },
  };
}

/** Web Locks answer in a turn of the event loop of their own. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

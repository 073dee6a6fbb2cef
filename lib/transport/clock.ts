/** Time as a parameter: milliseconds that only grow, and timers that can be taken back. */
export type Clock = {
  now(): number;
  /** Calls back once after `delayMs`; the returned function takes it back. */
  setTimer(callback: () => void, delayMs: number): () => void;
};

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimer: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Waits, but no longer than until `isCutShort` calls back. Rejects with the signal's reason when it aborts. */
export function sleep(
  clock: Clock,
  delayMs: number,
  signal: AbortSignal | undefined,
  isCutShort?: (listener: () => void) => () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const leave = () => {
      cancelTimer();
      stopListening?.();
      signal?.removeEventListener("abort", abort);
    };
    const wake = () => {
      leave();
      resolve();
    };
    const abort = () => {
      leave();
      reject(signal?.reason);
    };
    const cancelTimer = clock.setTimer(wake, delayMs);
    const stopListening = isCutShort?.(wake);
    signal?.addEventListener("abort", abort);
  });
}

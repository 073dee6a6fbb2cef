import type { Clock } from "@/lib/transport";

/** Asks for the next frame; the returned function takes it back. Undefined where there are no frames. */
export type RequestFrame = (callback: () => void) => () => void;

export type FrameBatcher = {
  /** Something changed: `flush` is called with the next frame, once for all that changed until then. */
  schedule(): void;
  /** Something changed that must not wait. */
  flushNow(): void;
  stop(): void;
};

/** Where no frame comes (hidden tab, no browser) this is the longest that a change waits. */
const MAX_WAIT_MS = 100;
const FRAME_MS = 16;

/** Many changes, one notification a frame. */
export function createFrameBatcher(
  flush: () => void,
  clock: Clock,
  requestFrame: RequestFrame | undefined,
): FrameBatcher {
  let cancel: (() => void) | undefined;
  const run = () => {
    stop();
    flush();
  };
  const stop = () => {
    cancel?.();
    cancel = undefined;
  };
  return {
    schedule: () => {
      if (cancel !== undefined) return;
      const cancelTimer = clock.setTimer(run, requestFrame === undefined ? FRAME_MS : MAX_WAIT_MS);
      const cancelFrame = requestFrame?.(run);
      cancel = () => {
        cancelTimer();
        cancelFrame?.();
      };
    },
    flushNow: run,
    stop,
  };
}

/** The browser's frames. Asked for anew each time: a page may be rendered on a server first. */
export const browserFrames: RequestFrame = (callback) => {
  if (typeof requestAnimationFrame === "undefined") {
    const timer = setTimeout(callback, FRAME_MS);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(frame);
};

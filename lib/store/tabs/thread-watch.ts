import type { Clock, WakeSource } from "@/lib/transport";

/** Looks after a thread on which this tab follows nothing: something may begin elsewhere. */
export type ThreadWatch = {
  begin(): void;
  /** Looks now, whatever the time. */
  lookNow(): void;
  end(): void;
};

/** How often an idle, visible tab asks for what other devices did; tabs of this browser tell each other at once. */
export const IDLE_LOOK_MS = 10_000;

/** Calls `look`, one at a time: every 10 s while the page is seen, and whenever it comes back to life. */
export function createThreadWatch(
  clock: Clock,
  wake: WakeSource,
  isHidden: () => boolean,
  look: () => Promise<void>,
): ThreadWatch {
  let cancelTimer: (() => void) | undefined;
  let stopListening: (() => void) | undefined;
  let isLooking = false;
  let mustLookAgain = false;
  let isEnded = false;

  function arm(): void {
    cancelTimer?.();
    cancelTimer = isEnded ? undefined : clock.setTimer(tick, IDLE_LOOK_MS);
  }

  function tick(): void {
    if (isHidden()) arm();
    else void run();
  }

  async function run(): Promise<void> {
    if (isEnded) return;
    if (isLooking) {
      mustLookAgain = true;
      return;
    }
    isLooking = true;
    do {
      mustLookAgain = false;
      await look();
    } while (mustLookAgain && !isEnded);
    isLooking = false;
    arm();
  }

  return {
    begin: () => {
      stopListening = wake(() => void run());
      arm();
    },
    lookNow: () => void run(),
    end: () => {
      isEnded = true;
      cancelTimer?.();
      stopListening?.();
    },
  };
}

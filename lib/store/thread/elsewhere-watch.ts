import type { Clock } from "@/lib/transport";

/** Looks after calls that another tab or device runs: nothing tells this page when that is over. */
export type ElsewhereWatch = {
  /** A call is elsewhere now: look until none is. */
  begin(): void;
  end(): void;
};

const LOOK_MS = 2_000;
/** Ten minutes of looking; after that the end of the lease is looked at, as before. */
const MAX_LOOKS = 300;

/** Calls `look` every 2 s while `isNeeded`, one at a time, at most 300 times, and never while the page is hidden. */
export function createElsewhereWatch(
  clock: Clock,
  isHidden: () => boolean,
  isNeeded: () => boolean,
  look: () => Promise<void>,
): ElsewhereWatch {
  let cancelTimer: (() => void) | undefined;
  let looks = 0;
  let isEnded = false;

  function arm(): void {
    cancelTimer = clock.setTimer(() => void tick(), LOOK_MS);
  }

  async function tick(): Promise<void> {
    if (isNeeded() && !isHidden()) {
      looks += 1;
      await look();
    }
    cancelTimer = undefined;
    if (isEnded || looks >= MAX_LOOKS) return;
    if (isNeeded()) arm();
    else looks = 0;
  }

  return {
    begin: () => {
      if (cancelTimer === undefined && !isEnded && looks < MAX_LOOKS) arm();
    },
    end: () => {
      isEnded = true;
      cancelTimer?.();
    },
  };
}

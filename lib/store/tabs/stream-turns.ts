import type { Clock } from "@/lib/transport";
import type { PageVisibility } from "./page-visibility";

/** The right to hold one of the browser's streams. */
export type StreamTurn = {
  /** Aborts when the page has been hidden for too long: the stream must be given up. */
  readonly signal: AbortSignal;
  /** Gives the right back; calling it again does nothing. */
  release(): void;
};

/** Who may hold a stream: one a tab, and only while it is seen; four in all tabs of a browser together. */
export type StreamTurns = {
  /** Undefined: not now. Ask again after a while, or when `onFree` calls. */
  take(): Promise<StreamTurn | undefined>;
  /** Calls when this page may have a turn that it could not have before; other tabs do not tell. */
  onFree(listener: () => void): () => void;
};

/** Everything that decides about turns. */
export type StreamTurnsEnvironment = {
  /** Takes a lock of the browser, or says undefined when another tab has it. Absent where there are no Web Locks. */
  readonly takeLock: ((name: string) => Promise<(() => void) | undefined>) | undefined;
  readonly visibility: PageVisibility;
  readonly clock: Clock;
};

/** Over HTTP/1.1 a browser has six connections to an origin; two are left for everything else. */
const MAX_STREAMS = 4;
const HIDDEN_GRACE_MS = 30_000;

/**
 * A hidden tab keeps its stream for 30 s, so that a glance elsewhere costs nothing. Without Web Locks tabs cannot count
 * each other: every visible one may hold a stream, and a hidden one gives it up at once.
 */
export function createStreamTurns({ takeLock, visibility, clock }: StreamTurnsEnvironment): StreamTurns {
  const graceMs = takeLock === undefined ? 0 : HIDDEN_GRACE_MS;
  const listeners = new Set<() => void>();
  let isTaken = false;

  const announce = () => {
    for (const listener of [...listeners]) listener();
  };

  async function takeAnyLock(): Promise<(() => void) | undefined> {
    if (takeLock === undefined) return () => {};
    for (let slot = 0; slot < MAX_STREAMS; slot += 1) {
      const release = await takeLock(`toolweave:stream:${slot}`);
      if (release !== undefined) return release;
    }
    return undefined;
  }

  function createTurn(releaseLock: () => void): StreamTurn {
    const mustEnd = new AbortController();
    let cancelTimer: (() => void) | undefined;
    const watch = () => {
      cancelTimer?.();
      cancelTimer = visibility.isHidden() ? clock.setTimer(() => mustEnd.abort(), graceMs) : undefined;
    };
    const stopWatching = visibility.onChange(watch);
    let isReleased = false;
    return {
      signal: mustEnd.signal,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        cancelTimer?.();
        stopWatching();
        releaseLock();
        isTaken = false;
        announce();
      },
    };
  }

  return {
    take: async () => {
      if (isTaken || visibility.isHidden()) return undefined;
      isTaken = true;
      // A sandboxed frame has locks and may not use them: as good as none.
      const releaseLock = await takeAnyLock().catch(() => () => {});
      if (releaseLock !== undefined) return createTurn(releaseLock);
      isTaken = false;
      return undefined;
    },
    onFree: (listener) => {
      listeners.add(listener);
      const stopWatching = visibility.onChange(() => {
        if (!visibility.isHidden()) listener();
      });
      return () => {
        listeners.delete(listener);
        stopWatching();
      };
    },
  };
}

/** Outside a browser connections are not counted. */
export const unlimitedTurns: StreamTurns = {
  take: async () => ({ signal: new AbortController().signal, release: () => {} }),
  onFree: () => () => {},
};

import { createWebLocks } from "@/lib/headless";
import { systemClock } from "@/lib/transport";
import { browserVisibility } from "./page-visibility";
import { createStreamTurns, type StreamTurns, unlimitedTurns } from "./stream-turns";
import { type BroadcastPort, createTabChannel, type TabChannel } from "./tab-channel";

/** The other tabs of this browser: what they tell each other, and how they share its connections. */
export type Tabs = TabChannel & {
  readonly turns: StreamTurns;
  /** Nobody sees the page. */
  isHidden(): boolean;
  /** Whether it is worth asking what other devices did: false where there is no page. */
  readonly isPage: boolean;
};

/** Where there are no tabs: Node, a worker. */
export const noTabs: Tabs = {
  announce: () => {},
  listen: () => () => {},
  turns: unlimitedTurns,
  isHidden: () => false,
  isPage: false,
};

const TURNS = Symbol.for("toolweave.turns");

/**
 * The tabs of this browser that talk to the same server; `scope` names it. Touches nothing before it is used, so it can
 * be called while rendering; sessions and copies of this module on one page count as one tab.
 */
export function browserTabs(scope: string): Tabs {
  if (typeof document === "undefined") return noTabs;
  return {
    ...createTabChannel(() => openChannel(`toolweave:tabs:${scope}`)),
    turns: {
      take: () => pageTurns().take(),
      onFree: (listener) => pageTurns().onFree(listener),
    },
    isHidden: browserVisibility.isHidden,
    isPage: true,
  };
}

function openChannel(name: string): BroadcastPort | undefined {
  return typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
}

function pageTurns(): StreamTurns {
  const shared = globalThis as { [TURNS]?: StreamTurns };
  const locks = globalThis.navigator?.locks as LockManager | undefined; // missing on insecure origins
  shared[TURNS] ??= createStreamTurns({
    takeLock: locks && createWebLocks(locks).take,
    visibility: browserVisibility,
    clock: systemClock,
  });
  return shared[TURNS];
}

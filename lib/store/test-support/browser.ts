import { createWebLocks, type TabLocks } from "@/lib/headless";
import { createUuid, systemClock } from "@/lib/transport";
import { createEarlyWords } from "../outbox/early-words";
import { createMemoryShelf } from "../outbox/outbox-shelf";
import { createOutboxStore } from "../outbox/outbox-store";
import type { PageVisibility } from "../tabs/page-visibility";
import { createStreamTurns } from "../tabs/stream-turns";
import { createTabChannel } from "../tabs/tab-channel";
import type { Tabs } from "../tabs/tabs";

/** One browser: real Web Locks and a real BroadcastChannel, storage in memory, and tabs that can be hidden and closed. */
export function createBrowser({ hasLocks = true, clock = systemClock } = {}) {
  const name = createUuid();
  const shelf = createMemoryShelf();
  const tabs: ReturnType<typeof createTab>[] = [];

  function createTab(storage: Storage | undefined, living: Set<string>) {
    const listeners = new Set<() => void>();
    const held = new Set<() => void>();
    const channels = new Set<BroadcastChannel>();
    const facts = { isHidden: false, hasFocus: false, isClosed: false };
    const early = createEarlyWords("t", () => (facts.isClosed ? undefined : storage), living);
    const whileOpen = async (act: () => Promise<void>) => await (facts.isClosed ? new Promise<void>(() => {}) : act());
    const visibility: PageVisibility = {
      isHidden: () => facts.isHidden,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const locks = locksOf(name, held, hasLocks);
    const channel = createTabChannel(() => {
      const opened = new BroadcastChannel(name);
      channels.add(opened);
      return opened;
    });
    const turns = createStreamTurns({
      takeLock: hasLocks ? locks.take : undefined,
      visibility,
      clock,
    });
    const own: Tabs = { ...channel, turns, isHidden: visibility.isHidden, isPage: true };
    const outboxStore = createOutboxStore({
      shelf: {
        ...shelf,
        put: (record) => whileOpen(() => shelf.put(record)),
        remove: (key) => whileOpen(() => shelf.remove(key)),
      },
      channel,
      locks,
      early,
      hasFocus: () => facts.hasFocus,
      timeOfDay: () => performance.timeOrigin + performance.now(), // finer than the time between two writes
    });
    return {
      early,
      tabs: own,
      outboxStore,
      hide: (isHidden: boolean) => {
        facts.isHidden = isHidden;
        for (const listener of [...listeners]) listener();
      },
      focus: (hasFocus: boolean) => {
        facts.hasFocus = hasFocus;
      },
      /** The page is gone: it writes nothing more, and its locks are free. */
      close: () => {
        facts.isClosed = true;
        for (const release of held) release();
        for (const opened of channels) opened.close();
      },
    };
  }

  return {
    shelf,
    /** `storage`: a tab's own, which outlives a reload. `living`: the pages of one document. */
    openTab: (storage?: Storage, living = new Set<string>()) => {
      const tab = createTab(storage, living);
      tabs.push(tab);
      return tab;
    },
    close: () => {
      for (const tab of tabs) tab.close();
    },
  };
}

function locksOf(browser: string, held: Set<() => void>, hasLocks: boolean): TabLocks {
  const locks = createWebLocks(hasLocks ? globalThis.navigator.locks : null);
  const own = (name: string) => `${browser} ${name}`;
  return {
    take: async (name) => {
      const release = await locks.take(own(name));
      if (release !== undefined) held.add(release);
      return release;
    },
    whenFree: (name, signal) => locks.whenFree(own(name), signal),
    isTaken: (name) => locks.isTaken(own(name)),
  };
}

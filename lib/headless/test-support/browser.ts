import { ToolweaveError } from "@/lib/errors";
import type { HeadlessTool } from "../contract";
import type { ExecutorHost, PendingCall } from "../executor/executor-types";
import { createHeadlessPage } from "../headless-page";
import { createMemoryConsents, createMemoryJournal } from "../journal/memory-journal";
import type { TabLocks } from "../tab-locks";
import type { ToolEvent } from "../tool-event";
import { createToolRegistry } from "../tool-registry";

const LEASE_MS = 120_000;

/** The server's judge of claims, by the rules of the wire. */
export function createJudge(now: () => number) {
  const claims = new Map<string, { holder: string; expiresAtMs: number; previousHolder?: string | undefined }>();
  const pending = new Set<string>();
  return {
    pending,
    claims,
    claim: async (interruptId: string, holder: string) => {
      await Promise.resolve();
      if (!pending.has(interruptId)) throw new ToolweaveError("interrupt_not_pending", "Not pending.");
      const current = claims.get(interruptId);
      const isForeign = current !== undefined && current.holder !== holder;
      if (isForeign && current.expiresAtMs > now()) {
        const leaseExpiresAt = new Date(current.expiresAtMs).toISOString();
        throw new ToolweaveError("claimed_elsewhere", "Taken.", { context: { leaseExpiresAt } });
      }
      const previousHolder = isForeign ? current.holder : current?.previousHolder;
      claims.set(interruptId, { holder, expiresAtMs: now() + LEASE_MS, previousHolder });
      const lease_expires_at = new Date(now() + LEASE_MS).toISOString();
      return {
        interrupt_id: interruptId,
        holder,
        lease_expires_at,
        ...(previousHolder !== undefined ? { previous_holder: previousHolder } : {}),
      };
    },
  };
}

export type Judge = ReturnType<typeof createJudge>;

let browsers = 0;

/** One browser: its storage, its locks between tabs, its clock. Tabs can be opened, and killed as a crash does it. */
export function createBrowser({ hasLocks = true }: { hasLocks?: boolean } = {}) {
  const journal = createMemoryJournal();
  const consents = createMemoryConsents();
  const held = new Map<string, string>();
  const waiting = new Map<string, Set<() => void>>();
  const timers = new Set<{ atMs: number; callback: () => void; holder: string }>();
  const dead = new Set<string>();
  let nowMs = 1_000_000;
  let isClickFresh = true;
  let tabs = 0;
  browsers += 1;
  const name = `browser-${browsers}`;

  const free = (name: string): void => {
    held.delete(name);
    const resolvers = [...(waiting.get(name) ?? [])];
    waiting.delete(name);
    for (const resolve of resolvers) resolve();
  };

  function locksOf(holder: string): TabLocks {
    return {
      take: async (name) => {
        if (!hasLocks) return () => {};
        if (held.has(name)) return undefined;
        held.set(name, holder);
        return () => {
          if (held.get(name) === holder) free(name);
        };
      },
      whenFree: (name) =>
        new Promise((resolve) => {
          if (!held.has(name)) resolve();
          else waiting.set(name, (waiting.get(name) ?? new Set()).add(resolve));
        }),
      isTaken: async (name) => (hasLocks ? held.has(name) : undefined),
    };
  }

  return {
    journal,
    consents,
    now: () => nowMs,
    /** Whether this browser counts the next click as one of the person. */
    setClickFresh: (isFresh: boolean) => {
      isClickFresh = isFresh;
    },
    /** The machine is off: time passes, and no timer comes before it is on again. */
    sleep: (ms: number) => {
      nowMs += ms;
    },
    /** Lets time pass, timer by timer. */
    advance: async (ms: number) => {
      const endMs = nowMs + ms;
      for (;;) {
        const next = [...timers].filter((timer) => timer.atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined) break;
        timers.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        if (!dead.has(next.holder)) next.callback();
        await settle();
      }
      nowMs = endMs;
    },
    openTab: (tools: readonly HeadlessTool[], judge: Judge | undefined, threadId = "t1") => {
      tabs += 1;
      const holder = `${name}-tab-${tabs}`;
      const setTimer = (callback: () => void, delayMs: number) => {
        const timer = { atMs: nowMs + delayMs, callback, holder };
        timers.add(timer);
        return () => timers.delete(timer);
      };
      const page = createHeadlessPage({
        holder,
        journal: {
          entriesOf: journal.entriesOf,
          write: async (entry) => (dead.has(holder) ? undefined : journal.write(entry)),
          remove: journal.remove,
        },
        consents,
        locks: locksOf(holder),
        timeOfDay: () => nowMs,
        clock: { now: () => nowMs, setTimer },
        steadyTimer: setTimer,
        hasGesture: () => isClickFresh,
      });
      const executor = page.executorFor(threadId);
      const events: ToolEvent[] = [];
      const counts = { refreshes: 0, ready: 0 };
      const registry = createToolRegistry(() => executor.toolsChanged());
      registry.register(tools);
      const host: ExecutorHost = {
        tools: registry,
        claim: async (interruptId, claimant) => {
          if (dead.has(holder)) return await new Promise<never>(() => {});
          return await judge?.claim(interruptId, claimant);
        },
        onChange: () => {},
        onGone: () => {},
        onTool: (event) => events.push(event),
        onReady: () => {
          counts.ready += 1;
        },
        refresh: () => {
          counts.refreshes += 1;
        },
      };
      const leave = executor.attach(host);
      return {
        holder,
        page,
        executor,
        registry,
        host,
        leave,
        events,
        counts,
        phases: (callId = "k1") => events.filter((event) => event.callId === callId).map((event) => event.phase),
        phase: (callId = "k1") => executor.calls().find((call) => call.pending.callId === callId)?.state.phase,
        key: (callId = "k1") => executor.calls().find((call) => call.pending.callId === callId)?.key ?? "",
        /** Nothing in the tab goes on, and it keeps its locks. */
        freeze: () => dead.add(holder),
        /** The tab is gone: its locks are free, nothing in it goes on. */
        kill: () => {
          dead.add(holder);
          for (const [name, owner] of [...held]) if (owner === holder) free(name);
        },
      };
    },
  };
}

/** Lets everything that waits only for itself go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
}

export function call(callId: string, name: string, args: unknown = {}, interruptId = `i-${callId}`): PendingCall {
  return { interruptId, callId, name, args, runId: "r1" };
}

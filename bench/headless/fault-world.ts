import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { createHeadlessPage, createMemoryConsents, createMemoryJournal, type TabLocks } from "@/lib/headless";
import { TESTER } from "@/lib/server/test-support/client";
import { type AgentSession, createAgentSession, type SessionState } from "@/lib/store";
import { createHttpTransport, createUuid, systemClock } from "@/lib/transport";
import { type BenchServer, openBench } from "../server/support/bench-server";
import { createCaller, instantContract } from "./caller";

const MAX_WAIT_MS = 15_000;
const LOOK_MS = 3;

/** What may happen to a browser with tabs, in any order. */
export type Fault =
  | { readonly type: "open" | "finish" }
  | { readonly type: "reload" | "kill" | "drop"; readonly tab: number }
  | { readonly type: "wait"; readonly ms: number };

const tab = fc.nat(2);
export const faultSchedules: fc.Arbitrary<Fault[]> = fc.array(
  fc.oneof(
    fc.record({ type: fc.constantFrom("open" as const, "finish" as const) }),
    fc.record({ type: fc.constantFrom("reload" as const, "kill" as const, "drop" as const), tab }),
    fc.record({ type: fc.constant("wait" as const), ms: fc.constantFrom(0, 2, 5, 10, 20) }),
  ),
  { minLength: 1, maxLength: 10 },
);

/** The whole path, with real HTTP and SQLite; what is missing of a browser is its storage and its locks, kept here. */
export async function openFaultWorld() {
  const bench = await openBench({ title: "Caller", graph: ({ checkpointer }) => createCaller(checkpointer) as never });
  return { play: (faults: readonly Fault[]) => play(bench, faults), close: () => bench.close() };
}

/** Undefined when the tool ran once, or again after a yes, its result reached the thread, and the thread took a next message. */
async function play(bench: BenchServer, faults: readonly Fault[]): Promise<string | undefined> {
  const browser = createBrowser(bench.url);
  const threadId = await bench.newThread();
  const first = browser.openTab(threadId);
  await first.session.submit("go");
  for (const fault of faults) {
    await apply(fault, browser, threadId);
    await wait(1);
  }
  for (const one of browser.tabs.splice(0)) one.kill();
  const last = browser.openTab(threadId);
  browser.finish();
  try {
    await until(last.session, (state) => {
      browser.approveInterrupted(last.session, state);
      return isQuiet(state);
    });
    const answers = await toolMessages(bench, threadId);
    const { problem, messageIds } = last.session.store.getState();
    // A message that no server had taken when its tab was killed was never sent: it is not the tools' to keep.
    const isSent = messageIds.length > 0;
    if (isSent && answers !== 1) return `${answers} answers of the tool, problem ${problem?.code}`;
    if (browser.counts.runs > 1 + browser.counts.yeses)
      return `${browser.counts.runs} runs, ${browser.counts.yeses} yeses`;
    await last.session.submit("go");
    await until(last.session, (state) => {
      browser.approveInterrupted(last.session, state);
      return isQuiet(state) && state.messageIds.length > messageIds.length + 2;
    });
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    for (const one of browser.tabs) one.kill();
  }
}

async function apply(fault: Fault, browser: ReturnType<typeof createBrowser>, threadId: string): Promise<void> {
  const one = "tab" in fault ? browser.tabs[fault.tab] : undefined;
  switch (fault.type) {
    case "open":
      if (browser.tabs.length < 3) browser.openTab(threadId);
      return;
    case "finish":
      browser.finish();
      return;
    case "reload":
      if (one === undefined) return;
      one.kill();
      browser.openTab(threadId);
      return;
    case "kill":
      one?.kill();
      return;
    case "drop":
      one?.drop();
      return;
    case "wait":
      await wait(fault.ms);
      return;
  }
}

/** One browser: its storage, its locks, its tabs. */
function createBrowser(apiUrl: string) {
  const journal = createMemoryJournal();
  const consents = createMemoryConsents();
  const held = new Map<string, string>();
  const waiting = new Map<string, (() => void)[]>();
  const counts = { runs: 0, yeses: 0 };
  const approved = new Set<string>();
  const gate = Promise.withResolvers<void>();
  const tabs: { session: AgentSession; kill(): void; drop(): void }[] = [];

  const free = (name: string) => {
    held.delete(name);
    for (const resolve of waiting.get(name) ?? []) resolve();
    waiting.delete(name);
  };
  /** What a killed tab still had to do comes to nothing: it takes no lock any more. */
  const locksOf = (holder: string, life: { readonly isDead: boolean }): TabLocks => ({
    take: async (name) => {
      if (life.isDead || held.has(name)) return undefined;
      held.set(name, holder);
      return () => {
        if (held.get(name) === holder) free(name);
      };
    },
    whenFree: (name) =>
      new Promise((resolve) => {
        if (held.has(name)) waiting.set(name, [...(waiting.get(name) ?? []), resolve]);
        else resolve();
      }),
    isTaken: async (name) => held.has(name),
  });

  function openTab(threadId: string) {
    const holder = createUuid();
    const life = { isDead: false, cut: new AbortController() };
    const page = createHeadlessPage({
      holder,
      journal: { ...journal, write: async (entry) => (life.isDead ? undefined : journal.write(entry)) },
      consents,
      locks: locksOf(holder, life),
      clock: systemClock,
      steadyTimer: systemClock.setTimer,
      hasGesture: () => true,
      timeOfDay: () => Date.now(),
    });
    const tool = instantContract.implement(async ({ n }) => {
      counts.runs += 1;
      await gate.promise;
      return { n };
    });
    const session = createAgentSession({
      agent: "agent",
      tools: [tool],
      page: { now: () => page, load: async () => page },
      threadId,
      transport: createHttpTransport({
        apiUrl,
        headers: TESTER,
        fetch: async (input, init) => {
          if (life.isDead) return await new Promise<never>(() => {});
          const signals = [init?.signal, life.cut.signal].filter((signal) => signal != null);
          return await fetch(input, { ...init, signal: AbortSignal.any(signals) }).catch((error: unknown) => {
            throw init?.signal?.aborted ? error : new TypeError("network error"); // a cut line is no abort
          });
        },
      }),
    });
    void session.open(threadId);
    const opened = {
      session,
      kill: () => {
        life.isDead = true;
        life.cut.abort();
        session.dispose();
        for (const [name, owner] of [...held]) if (owner === holder) free(name);
        const place = tabs.indexOf(opened);
        if (place !== -1) tabs.splice(place, 1);
      },
      drop: () => {
        life.cut.abort();
        life.cut = new AbortController();
      },
    };
    tabs.push(opened);
    return opened;
  }

  return {
    tabs,
    counts,
    openTab,
    /** Whatever runs may end. */
    finish: () => gate.resolve(),
    /** The person's yes to another run, once for each time the page asks. */
    approveInterrupted: (session: AgentSession, state: SessionState) => {
      for (const call of state.calls.values()) {
        if (call.phase !== "interrupted") approved.delete(call.key);
        if (call.phase !== "interrupted" || approved.has(call.key)) continue;
        approved.add(call.key);
        counts.yeses += 1;
        queueMicrotask(() => void session.decide(call.key, { type: "approve" }));
      }
    },
  };
}

const isQuiet = (state: SessionState) => state.status === "idle" && !state.isLoading && state.runId === undefined;

async function until(session: AgentSession, isWanted: (state: SessionState) => boolean): Promise<void> {
  const endMs = performance.now() + MAX_WAIT_MS;
  for (let quiet = 0; quiet < 3; ) {
    const state = session.store.getState();
    if (state.problem !== undefined) await session.retry();
    quiet = isWanted(state) ? quiet + 1 : 0;
    if (performance.now() > endMs) {
      const phases = [...state.calls.values()].map(({ phase }) => phase);
      throw new Error(`stuck: ${state.status}, calls ${phases.join(", ")}, problem ${state.problem?.message}`);
    }
    await wait(LOOK_MS);
  }
}

async function toolMessages(bench: BenchServer, threadId: string): Promise<number> {
  const state = await (await bench.call("GET", `/threads/${threadId}/state`)).json();
  const messages: { type: string }[] = state.values.messages ?? [];
  return messages.filter(({ type }) => type === "tool").length;
}

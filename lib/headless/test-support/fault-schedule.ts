import fc from "fast-check";
import { z } from "zod";
import { isToolweaveError } from "@/lib/errors";
import { defineHeadlessTool, type HeadlessTool } from "../contract";
import { call, createBrowser, createJudge, settle } from "./browser";

const CALLS = ["k1", "k2"];
const ALL = { isComplete: true };

/** What may happen to two calls, in any order. `tab` counts around the tabs that are open. */
export type Step =
  | { readonly type: "open"; readonly browser: 0 | 1 }
  | { readonly type: "kill" | "freeze" | "leave" | "look" | "aside" | "approve" | "deliver"; readonly tab: number }
  | { readonly type: "deliverLost"; readonly tab: number; readonly isTaken: boolean }
  | { readonly type: "finish"; readonly run: number }
  /** `sleep`: the machines are off, and no timer comes before they are on again. */
  | { readonly type: "wait" | "sleep"; readonly ms: number };

const tab = fc.nat(4);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("open" as const), browser: fc.constantFrom<0 | 1>(0, 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom("kill" as const, "freeze" as const, "leave" as const), tab }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("look" as const, "approve" as const), tab }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("aside" as const), tab }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("sleep" as const), ms: fc.constantFrom(50_000, 130_000) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("deliver" as const), tab }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("deliverLost" as const), tab, isTaken: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("finish" as const), run: fc.nat(6) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("wait" as const), ms: fc.constantFrom(1_000, 50_000, 130_000) }),
  },
);

/** Any schedule of faults. */
export const schedules = fc.array(step, { maxLength: 25 });

/** The browsers that a schedule is played in. */
export const WORLDS = [
  { hasLocks: true, needsGesture: false },
  { hasLocks: false, needsGesture: false },
  { hasLocks: true, needsGesture: true },
] as const;

/** Two calls, two browsers, tabs that come, crash, freeze, leave and lose answers. */
async function play(steps: readonly Step[], { hasLocks, needsGesture }: { hasLocks: boolean; needsGesture: boolean }) {
  const browsers = [createBrowser({ hasLocks }), createBrowser({ hasLocks })] as const;
  const judge = createJudge(browsers[0].now);
  for (const id of CALLS) judge.pending.add(`i-${id}`);
  const runs: { callId: string; end: () => void }[] = [];
  /** Every "run again" and every click of the person, by call. */
  const yeses = new Map<string, number>();
  const answered = new Map<string, unknown[]>();

  const tool: HeadlessTool = defineHeadlessTool({
    name: "act",
    title: "t",
    description: "t",
    reason: "t",
    input: z.object({}),
    policy: { consent: "auto", timeoutMs: 3_600_000, idempotent: false, needsGesture },
  }).implement((_args, { callId }) => {
    const end = Promise.withResolvers<string>();
    runs.push({ callId, end: () => end.resolve(`result of ${callId}`) });
    return end.promise;
  });

  type Tab = ReturnType<(typeof browsers)[0]["openTab"]>;
  const tabs: Tab[] = [];
  /** Pages that show something else by now: what they executed is still theirs to answer. */
  const left: Tab[] = [];
  /** Pages that hold their locks and do nothing. */
  const frozen: Tab[] = [];
  const pending = () => CALLS.filter((id) => judge.pending.has(`i-${id}`)).map((id) => call(id, "act"));
  const look = (one: Tab) => one.executor.request(pending(), ALL);

  /** The server's side of a resume: all of its ids are pending, or none is taken. */
  function take(resume: unknown): boolean {
    const entries = Object.entries(resume as Record<string, unknown>);
    if (!entries.every(([id]) => judge.pending.has(id))) return false;
    for (const [id, value] of entries) {
      judge.pending.delete(id);
      answered.set(id, [...(answered.get(id) ?? []), value]);
    }
    return true;
  }

  function deliver(one: Tab, isHeard: boolean, isTaken: boolean): void {
    const batch = one.executor.resume();
    if (batch === undefined) return;
    if (isTaken) take(batch.resume);
    if (!isHeard) return;
    one.executor.markSent(batch.keys);
    look(one);
  }

  function approve(one: Tab): void {
    for (const { key, pending: asked, state } of one.executor.calls()) {
      if (state.phase !== "interrupted" && state.phase !== "click") continue;
      if (state.phase === "interrupted") yeses.set(asked.callId, (yeses.get(asked.callId) ?? 0) + 1);
      try {
        one.executor.approve(key);
      } catch (error) {
        if (!isToolweaveError(error) || error.code !== "gesture_spent") throw error; // one more click
      }
    }
  }

  async function open(browser: 0 | 1): Promise<Tab> {
    const one = browsers[browser].openTab([tool], judge);
    tabs.push(one);
    look(one);
    await settle();
    return one;
  }

  for (const step of steps) {
    const one = "tab" in step && tabs.length > 0 ? tabs[step.tab % tabs.length] : undefined;
    switch (step.type) {
      case "open":
        await open(step.browser);
        break;
      case "kill":
        one?.kill();
        if (one !== undefined) tabs.splice(tabs.indexOf(one), 1);
        break;
      case "freeze":
        one?.freeze();
        if (one !== undefined) frozen.push(...tabs.splice(tabs.indexOf(one), 1));
        break;
      case "leave":
        one?.leave();
        if (one !== undefined) left.push(...tabs.splice(tabs.indexOf(one), 1));
        break;
      case "look":
        if (one !== undefined) look(one);
        break;
      case "aside":
        one?.executor.setAside(); // an older version is shown, until the next look
        break;
      case "approve":
        if (one !== undefined) approve(one);
        break;
      case "deliver":
        if (one !== undefined) deliver(one, true, true);
        break;
      case "deliverLost":
        if (one !== undefined) deliver(one, false, step.isTaken);
        break;
      case "finish":
        runs[step.run]?.end();
        break;
      case "wait":
        for (const browser of browsers) await browser.advance(step.ms);
        break;
      case "sleep":
        for (const browser of browsers) browser.sleep(step.ms);
        break;
    }
    await settle();
    for (const page of left) deliver(page, true, true);
  }

  // In the end one page is left, time passes, the person says yes to whatever is asked, and nothing is lost any more.
  for (const one of [...tabs.splice(0), ...left.splice(0)]) one.kill();
  const last = await open(0);
  for (let round = 0; round < 12 && judge.pending.size > 0; round += 1) {
    for (const browser of browsers) await browser.advance(130_000);
    look(last);
    await settle();
    approve(last);
    await settle();
    for (const run of runs) run.end();
    await settle();
    deliver(last, true, true);
    await settle();
  }
  return { runs, yeses, answered, pending: judge.pending };
}

/** Plays a schedule to its end; undefined when every call ran at most once, or again after a yes, and was answered once. */
export async function faultOf(steps: readonly Step[], world: (typeof WORLDS)[number]): Promise<string | undefined> {
  const { runs, yeses, answered, pending } = await play(steps, world);
  if (pending.size > 0) return `the thread is stuck: ${[...pending].join(", ")} wait for ever`;
  for (const id of CALLS) {
    const times = runs.filter((run) => run.callId === id).length;
    if (times > 1 + (yeses.get(id) ?? 0)) return `${id} ran ${times} times after ${yeses.get(id) ?? 0} yeses`;
    const answers = answered.get(`i-${id}`) ?? [];
    if (answers.length !== 1 || answers[0] !== `result of ${id}`)
      return `${id} was answered ${JSON.stringify(answers)}`;
  }
  return undefined;
}

import { describe, expect, it } from "vitest";
import type { HeadlessPolicy } from "../contract";
import { createActTool } from "../test-support/act-tool";
import { call, createBrowser, createJudge, settle } from "../test-support/browser";

const PENDING = [call("k1", "act")];
const ALL = { isComplete: true };
const HOUR_MS = 3_600_000;

/** A laptop with one tab, and a judge whom the laptop cannot reach while it sleeps. */
function setUp(policy: Partial<HeadlessPolicy> = {}) {
  const laptop = createBrowser();
  const judge = createJudge(laptop.now);
  judge.pending.add("i-k1");
  const { tool, runs } = createActTool(undefined, { needsGesture: true, ...policy });
  const asked: string[] = [];
  const server = {
    ...judge,
    claim: async (interruptId: string, holder: string) => {
      asked.push(holder);
      return await judge.claim(interruptId, holder);
    },
  };
  const tab = laptop.openTab([tool], server);
  return { laptop, judge, tab, asked, runs };
}

async function openWithClick(policy?: Partial<HeadlessPolicy>) {
  const world = setUp(policy);
  world.tab.executor.request(PENDING, ALL);
  await settle();
  expect(world.tab.phase()).toBe("click");
  return world;
}

describe("a click on a card after the laptop slept for longer than the lease", () => {
  it("runs nothing before the server was asked again, and asks for one more click", async () => {
    const { laptop, tab, asked, runs } = await openWithClick();
    laptop.sleep(HOUR_MS);
    const before = asked.length;
    expect(() => tab.executor.approve(tab.key())).toThrow(expect.objectContaining({ code: "gesture_spent" }));
    expect(runs()).toBe(0);
    await settle();
    expect(asked).toHaveLength(before + 1);
    expect(tab.executor.calls()[0]?.state).toEqual({ phase: "click", isAskedAgain: true });
    tab.executor.approve(tab.key());
    await settle();
    expect(runs()).toBe(1);
  });

  it("becomes a question where another device held the call meanwhile", async () => {
    const { laptop, judge, tab, runs } = await openWithClick();
    laptop.sleep(HOUR_MS);
    judge.claims.set("i-k1", { holder: "phone", expiresAtMs: laptop.now() - 1, previousHolder: tab.holder });
    expect(() => tab.executor.approve(tab.key())).toThrow();
    await settle();
    expect([tab.phase(), runs()]).toEqual(["interrupted", 0]);
  });

  it("runs nothing where another device has answered: the state is read", async () => {
    const { laptop, judge, tab, runs } = await openWithClick();
    laptop.sleep(HOUR_MS);
    judge.pending.delete("i-k1");
    expect(() => tab.executor.approve(tab.key())).toThrow();
    await settle();
    expect([tab.counts.refreshes, runs()]).toEqual([1, 0]);
    tab.executor.request([], ALL);
    expect(tab.executor.calls()).toEqual([]);
  });
});

it("a lease that ended while nobody clicked is asked for again by itself; a device that had it makes it a question", async () => {
  const { laptop, judge, tab, runs } = await openWithClick();
  laptop.sleep(HOUR_MS);
  judge.claims.set("i-k1", { holder: "phone", expiresAtMs: laptop.now() - 1, previousHolder: tab.holder });
  await laptop.advance(1_000); // the timer that renews, late
  expect([tab.phase(), runs()]).toEqual(["interrupted", 0]);
});

it("a grant that came when its time was over already is no grant: an automatic tool asks again before it runs", async () => {
  const { laptop, judge, tab, asked, runs } = setUp({ needsGesture: false });
  const { claim } = judge;
  let isFirst = true;
  judge.claim = async (...request) => {
    const granted = await claim(...request);
    if (!isFirst) return granted;
    isFirst = false;
    laptop.sleep(HOUR_MS); // between the server's yes and this page
    judge.claims.set("i-k1", { holder: "phone", expiresAtMs: laptop.now() - 1, previousHolder: tab.holder });
    return granted;
  };
  tab.executor.request(PENDING, ALL);
  await settle();
  expect(asked).toHaveLength(2);
  expect([tab.phase(), runs()]).toEqual(["interrupted", 0]);
});

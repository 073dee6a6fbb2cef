import { describe, expect, it } from "vitest";
import type { HeadlessPolicy } from "../contract";
import { createActTool } from "../test-support/act-tool";
import { call, createBrowser, createJudge, settle } from "../test-support/browser";

const PENDING = [call("k1", "act")];
const ALL = { isComplete: true };
const HOUR_MS = 3_600_000;

type World = { policy?: Partial<HeadlessPolicy>; hasLocks?: boolean; run?: () => unknown };

/** Tabs of one browser with a tool that by itself never ends. */
function setUp({ policy = {}, hasLocks = true, run = () => new Promise(() => {}) }: World = {}) {
  const browser = createBrowser({ hasLocks });
  const judge = createJudge(browser.now);
  judge.pending.add("i-k1");
  const { tool, runs } = createActTool(run, { timeoutMs: HOUR_MS, ...policy });
  type Tab = ReturnType<typeof browser.openTab>;
  const look = async (tab: Tab) => {
    tab.executor.request(PENDING, ALL);
    await settle();
  };
  const openTab = async () => {
    const tab = browser.openTab([tool], judge);
    await look(tab);
    return tab;
  };
  const approve = async (tab: Tab) => {
    tab.executor.approve(tab.key());
    await settle();
  };
  return { browser, judge, openTab, look, approve, runs };
}

const fails = () => {
  throw new Error("broken half way");
};

describe("a yes to a second run is none to a third", () => {
  it("where another tab, asked the same, ran it second and crashed", async () => {
    const { openTab, look, approve, runs } = setUp();
    (await openTab()).kill();
    const a = await openTab();
    const b = await openTab();
    expect([a.phase(), b.phase()]).toEqual(["interrupted", "interrupted"]);
    await approve(a);
    await approve(b);
    expect([a.phase(), b.phase(), runs()]).toEqual(["executing", "elsewhere", 2]);
    a.kill();
    await settle();
    await look(b);
    expect([b.phase(), runs()]).toEqual(["interrupted", 2]);
    await approve(b);
    expect([b.phase(), runs()]).toEqual(["executing", 3]);
  });

  it("where both waited for the dead page's lease, without locks between tabs", async () => {
    const { browser, openTab, look, approve, runs } = setUp({ hasLocks: false });
    (await openTab()).kill();
    const a = await openTab();
    const b = await openTab();
    await approve(a);
    await approve(b);
    await browser.advance(122_000);
    await look(a);
    expect([a.phase(), b.phase(), runs()]).toEqual(["executing", "elsewhere", 2]);
    a.kill();
    await browser.advance(125_000);
    await look(b);
    expect([b.phase(), runs()]).toEqual(["interrupted", 2]);
  });

  it("where the page that was asked about lived on and renewed its lease after the yes", async () => {
    const { browser, openTab, look, approve, runs } = setUp({ hasLocks: false });
    const first = await openTab();
    const second = await openTab();
    expect(second.phase()).toBe("interrupted");
    await approve(second);
    await browser.advance(122_000);
    await look(second);
    expect([first.phase(), second.phase(), runs()]).toEqual(["executing", "elsewhere", 1]);
    first.kill();
    await browser.advance(122_000);
    await look(second);
    expect([second.phase(), runs()]).toEqual(["interrupted", 1]);
  });
});

describe("a failure that is tried again", () => {
  it.each([
    ["while", 60_000],
    ["after", -60_000],
  ])("%s another device holds the call is asked about, not run beside it", async (_, leaseLeftMs) => {
    const { browser, judge, openTab, look, approve, runs } = setUp({ run: fails });
    const tab = await openTab();
    expect([tab.phase(), runs()]).toEqual(["executed", 1]);
    browser.sleep(HOUR_MS);
    const expiresAtMs = browser.now() + leaseLeftMs;
    judge.claims.set("i-k1", { holder: "phone", expiresAtMs, previousHolder: tab.holder });
    tab.executor.retry(tab.key());
    await settle();
    await browser.advance(62_000);
    await look(tab);
    expect([tab.phase(), runs()]).toEqual(["interrupted", 1]);
    await approve(tab);
    expect(runs()).toBe(2);
  });
});

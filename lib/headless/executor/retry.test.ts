import { expect, it } from "vitest";
import type { HeadlessPolicy } from "../contract";
import { createActTool } from "../test-support/act-tool";
import { call, createBrowser, createJudge, settle } from "../test-support/browser";

const PENDING = [call("k1", "act")];
const ALL = { isComplete: true };

/** A tool whose first run fails. */
async function setUp(policy: Partial<HeadlessPolicy> = {}) {
  const browser = createBrowser();
  const judge = createJudge(browser.now);
  judge.pending.add("i-k1");
  const { tool, runs } = createActTool((run) => {
    if (run === 1) throw new Error("broken");
    return run === 2 ? "mended" : "again";
  }, policy);
  const openTab = async () => {
    const tab = browser.openTab([tool], judge);
    tab.executor.request(PENDING, ALL);
    await settle();
    return tab;
  };
  const tab = await openTab();
  if (policy.needsGesture) {
    tab.executor.approve(tab.key());
    await settle();
  }
  expect(tab.executor.calls()).toMatchObject([{ state: { phase: "executed" }, canRetry: true }]);
  return { browser, judge, tab, openTab, runs };
}

it("a failure that was not sent is tried again in place, and its new answer goes under a name of its own", async () => {
  const { tab, runs } = await setUp();
  const first = tab.executor.resume();
  tab.executor.retry(tab.key());
  expect(tab.executor.resume()).toBeUndefined();
  await settle();
  expect(runs()).toBe(2);
  const second = tab.executor.resume();
  expect(second?.resume).toEqual({ "i-k1": "mended" });
  expect(second?.id).not.toBe(first?.id);
  expect(tab.executor.calls()).toMatchObject([{ canRetry: false }]);
});

it("a success, and a failure that the server has taken, are not tried again", async () => {
  const { tab, runs } = await setUp();
  tab.executor.markSent([tab.key()]);
  tab.executor.retry(tab.key());
  await settle();
  expect([tab.phase(), runs()]).toEqual(["answered", 1]);
});

it("a failure that the server took without our hearing of it runs nothing: the claim is refused, the state is read", async () => {
  const { judge, tab, runs } = await setUp();
  judge.pending.delete("i-k1");
  tab.executor.retry(tab.key());
  await settle();
  expect([runs(), tab.counts.refreshes]).toEqual([1, 1]);
});

it("a page that dies in the second run leaves a question, not the first run's failure", async () => {
  const { browser, tab, openTab, runs } = await setUp();
  const { write } = browser.journal;
  browser.journal.write = async (entry) => {
    await write(entry);
    if (entry.state.type === "started") tab.freeze();
  };
  tab.executor.retry(tab.key());
  await settle();
  tab.kill();
  browser.journal.write = write;
  const next = await openTab();
  expect(next.phase()).toBe("interrupted");
  expect(runs()).toBeLessThanOrEqual(2);
});

it("a tool that needs a click asks for one", async () => {
  const { tab, runs } = await setUp({ needsGesture: true });
  tab.executor.retry(tab.key());
  await settle();
  expect([tab.phase(), runs()]).toEqual(["click", 1]);
  tab.executor.approve(tab.key());
  await settle();
  expect(tab.executor.resume()?.resume).toEqual({ "i-k1": "mended" });
});

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineHeadlessTool, type HeadlessTool } from "../contract";
import { call, createBrowser, createJudge, settle } from "../test-support/browser";

const PENDING = [call("k1", "act")];
const ALL = { isComplete: true };

/** A tab whose call runs; `isIdempotent` where it may do so twice. */
async function setUp(isIdempotent = false) {
  const browser = createBrowser();
  const judge = createJudge(browser.now);
  judge.pending.add("i-k1");
  const runs: PromiseWithResolvers<unknown>[] = [];
  const tool: HeadlessTool = defineHeadlessTool({
    name: "act",
    title: "Act",
    description: "Acts.",
    reason: "To test.",
    input: z.object({}),
    policy: { consent: "auto", timeoutMs: 3_600_000, idempotent: isIdempotent },
  }).implement(() => {
    const end = Promise.withResolvers<unknown>();
    runs.push(end);
    return end.promise;
  });
  const tab = browser.openTab([tool], judge);
  tab.executor.request(PENDING, ALL);
  await settle();
  expect(runs).toHaveLength(1);
  /** Another version is shown for ten minutes, and its state read; then the first one comes back. */
  const showOther = async () => {
    tab.executor.setAside();
    await settle();
    await browser.advance(600_000);
    tab.executor.setAside();
    await settle();
    tab.executor.request(PENDING, ALL);
    await settle();
  };
  return { browser, tab, runs, showOther };
}

describe("another version of the thread is shown, and the first one comes back", () => {
  it("what was stopped for it stays stopped: it does not run again", async () => {
    const { tab, runs, showOther } = await setUp();
    tab.executor.stop();
    await showOther();
    expect(tab.executor.calls()[0]?.state).toEqual({ phase: "cancelled", mayHaveRun: true });
    expect(runs).toHaveLength(1);
  });

  it("what ran is aborted, and the person is asked whether it runs again", async () => {
    const { tab, runs, showOther } = await setUp();
    await showOther();
    expect([tab.phase(), runs.length]).toEqual(["interrupted", 1]);
    tab.executor.approve(tab.key());
    await settle();
    expect([tab.phase(), runs.length]).toEqual(["executing", 2]);
  });

  it("what may run twice runs again by itself", async () => {
    const { tab, runs, showOther } = await setUp(true);
    await showOther();
    expect([tab.phase(), runs.length]).toEqual(["executing", 2]);
  });

  it("what was executed is sent, without a second run", async () => {
    const { tab, runs, showOther } = await setUp();
    runs[0]?.resolve("done");
    await settle();
    await showOther();
    expect(tab.executor.resume()?.resume).toEqual({ "i-k1": "done" });
    expect(runs).toHaveLength(1);
  });

  it("an answer that the server took and did not keep is sent again, without a second run", async () => {
    const { tab, runs, showOther } = await setUp();
    runs[0]?.resolve("done");
    await settle();
    tab.executor.markSent([tab.key()]);
    await showOther();
    expect(tab.executor.resume()?.resume).toEqual({ "i-k1": "done" });
    expect(runs).toHaveLength(1);
  });
});

it("what was begun stays known while newer versions go on: a run that asks for it again runs nothing by itself", async () => {
  const { browser, tab, runs } = await setUp();
  tab.executor.stop();
  await settle();
  tab.executor.request([], ALL); // the newest version waits for nothing
  await browser.advance(600_000);
  tab.executor.request([], ALL);
  await settle();
  tab.executor.request(PENDING, { isComplete: false });
  await settle();
  expect([tab.phase(), runs.length]).toEqual(["cancelled", 1]);
});

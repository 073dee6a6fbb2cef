import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineHeadlessTool, type HeadlessPolicy } from "../contract";
import { call, createBrowser, createJudge, settle } from "../test-support/browser";

const PENDING = [call("k1", "act", { n: 1 })];
const ALL = { isComplete: true };

function define(policy: Partial<HeadlessPolicy> = {}) {
  return defineHeadlessTool({
    name: "act",
    title: "Act",
    description: "Acts.",
    reason: "To test.",
    input: z.object({ n: z.number() }),
    policy: { consent: "ask", idempotent: false, ...policy },
  });
}

/** A tab that asks for consent, in which a component registers the tool and takes it back. */
async function setUp(policy: Partial<HeadlessPolicy> = {}) {
  const browser = createBrowser();
  const judge = createJudge(browser.now);
  judge.pending.add("i-k1");
  const runs: unknown[] = [];
  const contract = define(policy);
  const implement = (of: typeof contract) =>
    of.implement((args) => {
      runs.push(args);
      return "done";
    });
  const tab = browser.openTab([], judge);
  const takeBack = tab.registry.register([implement(contract)]);
  tab.executor.request(PENDING, ALL);
  await settle();
  expect(tab.phase()).toBe("consent");
  const register = (of = contract) => tab.registry.register([implement(of)]);
  return { browser, tab, runs, takeBack, register };
}

describe("a yes that comes while the tool is being registered anew", () => {
  it("holds: the call runs once, with the person's arguments", async () => {
    const { tab, runs, takeBack, register } = await setUp();
    takeBack();
    register();
    expect(tab.phase()).toBe("requested"); // the card of a moment ago is still under the finger
    tab.executor.approve(tab.key(), { args: { n: 2 } });
    await settle();
    expect(runs).toEqual([{ n: 2 }]);
    expect(tab.phase()).toBe("executed");
  });

  it("holds while the tool is away, until it comes back", async () => {
    const { tab, runs, takeBack, register } = await setUp();
    takeBack();
    await settle();
    tab.executor.approve(tab.key());
    await settle();
    expect([tab.phase(), runs.length]).toEqual(["unavailable", 0]);
    register();
    await settle();
    expect(runs).toHaveLength(1);
  });

  it("holds when the tool went between the yes and the claim", async () => {
    const { tab, runs, takeBack, register } = await setUp();
    tab.executor.approve(tab.key());
    takeBack();
    await settle();
    expect([tab.phase(), runs.length]).toEqual(["unavailable", 0]);
    register();
    await settle();
    expect(runs).toHaveLength(1);
  });

  it("does not hold for another contract: the person did not see that one", async () => {
    const { tab, runs, takeBack, register } = await setUp();
    takeBack();
    tab.executor.approve(tab.key());
    register(define());
    await settle();
    expect([tab.phase(), runs.length]).toEqual(["consent", 0]);
  });

  it("that lasts (`ask-once`) is remembered", async () => {
    const { browser, tab, runs, takeBack, register } = await setUp({ consent: "ask-once" });
    takeBack();
    register();
    tab.executor.approve(tab.key());
    await settle();
    expect([await browser.consents.list(), runs.length]).toEqual([["act"], 1]);
  });
});

it("a no that comes while the tool is being registered anew holds too", async () => {
  const { tab, runs, takeBack, register } = await setUp();
  takeBack();
  register();
  tab.executor.decline(tab.key(), "not now");
  await settle();
  expect(tab.executor.resume()?.resume).toMatchObject({
    "i-k1": { code: "tool_declined", message: "The person declined this call: not now" },
  });
  expect(runs).toEqual([]);
});

it("a tool that is registered beside it leaves the question as it is", async () => {
  const { tab } = await setUp();
  const told = tab.events.length;
  tab.registry.register([{ ...define().implement(() => 1), contract: { ...define(), name: "other" } as never }]);
  await settle();
  expect(tab.phase()).toBe("consent");
  expect(tab.events).toHaveLength(told);
});

describe("a call that was begun before its page died, declined", () => {
  it("without a tool here says that it may have been done", async () => {
    const { browser, tab, takeBack } = await setUp();
    tab.executor.approve(tab.key());
    await settle();
    takeBack();
    await browser.journal.write({
      key: tab.key(),
      threadId: "t1",
      interruptId: "i-k1",
      callId: "k1",
      holder: tab.holder,
      state: { type: "started" },
      writtenAt: new Date(browser.now()).toISOString(),
    });
    tab.kill();
    const judge = createJudge(browser.now);
    judge.pending.add("i-k1");
    const next = browser.openTab([], judge);
    next.executor.request(PENDING, ALL);
    await settle();
    expect(next.phase()).toBe("unavailable");
    next.executor.decline(next.key());
    await settle();
    expect(next.executor.resume()?.resume).toMatchObject({
      "i-k1": { code: "tool_declined", message: expect.stringContaining("may have been done") },
    });
  });

  it("in another browser, which only learns from its claim that somebody had begun, says so", async () => {
    const browser = createBrowser();
    const judge = createJudge(browser.now);
    judge.pending.add("i-k1");
    judge.claims.set("i-k1", { holder: "phone", expiresAtMs: browser.now() - 1 });
    const tab = browser.openTab([define().implement(() => "done")], judge);
    tab.executor.request(PENDING, ALL);
    await settle();
    expect(tab.phase()).toBe("consent");
    tab.executor.decline(tab.key(), "once is enough");
    await settle();
    expect(tab.executor.resume()?.resume).toMatchObject({
      "i-k1": { message: expect.stringMatching(/may have been done.*once is enough/) },
    });
  });
});

import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineHeadlessTool, type HeadlessContext, type HeadlessPolicy, type HeadlessTool } from "../contract";
import { call, createBrowser, createJudge, settle } from "../test-support/browser";

const PENDING = [call("k1", "count", { n: 1 })];
const ALL = { isComplete: true };

/** Two tabs on one call: the first runs it, the second waits. */
async function setUp(execute: () => unknown, policy: Partial<HeadlessPolicy> = {}) {
  const browser = createBrowser();
  const judge = createJudge(browser.now);
  judge.pending.add("i-k1");
  const runs: unknown[] = [];
  const tool: HeadlessTool = defineHeadlessTool({
    name: "count",
    title: "Count",
    description: "Counts.",
    reason: "To test.",
    input: z.object({ n: z.number() }),
    policy: { consent: "ask", ...policy },
  }).implement((args) => {
    runs.push(args);
    return execute();
  });
  const openTab = async () => {
    const tab = browser.openTab([], judge);
    const takeBack = tab.registry.register([tool]);
    tab.executor.request(PENDING, ALL);
    await settle();
    return { ...tab, takeBack };
  };
  return { browser, runs, tool, openTab, first: await openTab(), second: await openTab() };
}

type Tab = Awaited<ReturnType<typeof setUp>>["first"];

async function dies(tab: Tab, other: Tab) {
  tab.kill();
  await settle();
  other.executor.request(PENDING, ALL);
  await settle();
}

const NEVER = () => new Promise(() => {});

describe("a tab that waited while another one ran the tool and died", () => {
  it("asks, and so does the next after a reload: it may have run", async () => {
    const { runs, first, second, openTab } = await setUp(NEVER);
    first.executor.approve(first.key());
    await settle();
    second.executor.approve(second.key());
    await settle();
    expect(second.phase()).toBe("elsewhere");
    await dies(first, second);
    expect(second.phase()).toBe("interrupted");
    second.kill();
    const third = await openTab();
    expect(third.phase()).toBe("interrupted");
    expect(runs).toHaveLength(1);
  });

  it("runs it again with the arguments that it ran with", async () => {
    const { runs, first, second } = await setUp(NEVER);
    first.executor.approve(first.key(), { args: { n: 7 } });
    await settle();
    second.executor.approve(second.key());
    await settle();
    await dies(first, second);
    expect(second.executor.calls()[0]?.editedArgs).toEqual({ n: 7 });
    second.executor.approve(second.key());
    await settle();
    expect(runs).toEqual([{ n: 7 }, { n: 7 }]);
  });

  it.each(["approve", "decline"] as const)("sends the stored result, also after its own %s", async (decision) => {
    const { runs, first, second } = await setUp(() => "result");
    first.executor.approve(first.key());
    await settle();
    second.executor[decision](second.key());
    await settle();
    expect([first.phase(), second.phase()]).toEqual(["executed", "elsewhere"]);
    await dies(first, second);
    expect(second.executor.resume()?.resume).toEqual({ "i-k1": "result" });
    expect(runs).toHaveLength(1);
  });

  it("leaves alone what the person stopped there", async () => {
    const { first, second } = await setUp(NEVER, { idempotent: true });
    first.executor.approve(first.key());
    await settle();
    second.executor.approve(second.key());
    await settle();
    first.executor.stop();
    await settle();
    await dies(first, second);
    expect(second.executor.calls()[0]?.state).toEqual({ phase: "cancelled", mayHaveRun: true });
  });
});

it("a tool that is registered while its call is looked at is found", async () => {
  const { first, second, tool } = await setUp(NEVER);
  second.kill();
  first.executor.request([], ALL);
  first.takeBack();
  first.executor.request(PENDING, ALL);
  first.registry.register([tool]);
  await settle();
  expect(first.phase()).toBe("consent");
});

it("a tab that lost its tool lets another one have the call", async () => {
  const { browser, first, second } = await setUp(NEVER, { needsGesture: true });
  expect([first.phase(), second.phase()]).toEqual(["click", "elsewhere"]);
  first.takeBack();
  for (let minute = 0; minute < 3; minute += 1) {
    await browser.advance(60_000);
    second.executor.request(PENDING, ALL);
    await settle();
  }
  expect([first.phase(), second.phase()]).toEqual(["unavailable", "interrupted"]);
});

describe("a person who is asked whether a cut-off call runs again", () => {
  it("may put the model's arguments back", async () => {
    const { runs, first, second } = await setUp(NEVER);
    first.executor.approve(first.key(), { args: { n: 7 } });
    await settle();
    second.executor.approve(second.key());
    await settle();
    await dies(first, second);
    second.executor.approve(second.key(), { args: { n: 1 } });
    await settle();
    expect(runs).toEqual([{ n: 7 }, { n: 1 }]);
    expect(second.executor.calls()[0]).not.toHaveProperty("editedArgs");
  });

  it("and declines, leaves the agent in no doubt that it may have been done", async () => {
    const { first, second } = await setUp(NEVER);
    first.executor.approve(first.key());
    await settle();
    second.executor.approve(second.key());
    await settle();
    await dies(first, second);
    second.executor.decline(second.key(), "once is enough");
    await settle();
    expect(second.executor.resume()?.resume).toMatchObject({
      "i-k1": { code: "tool_declined", message: expect.stringMatching(/may have been done.*once is enough/) },
    });
  });
});

it("a listener that throws stops no call, and its error is not lost", async () => {
  const thrown: unknown[] = [];
  const queue = vi.spyOn(globalThis, "queueMicrotask").mockImplementation((report) => {
    try {
      report();
    } catch (error) {
      thrown.push(error);
    }
  });
  const { first } = await setUp(() => "result", { consent: "auto" });
  first.host.onTool = () => {
    throw new Error("listener");
  };
  first.executor.request([...PENDING, call("k2", "count", { n: 2 }, "i-k1")], ALL);
  await settle();
  queue.mockRestore();
  expect(first.phase("k2")).toBe("executed");
  expect(thrown).toContainEqual(new Error("listener"));
});

it("progress that a tool reports after its end, or after its time, is not shown", async () => {
  const reports: HeadlessContext["reportProgress"][] = [];
  const browser = createBrowser();
  const judge = createJudge(browser.now);
  judge.pending.add("i-k1");
  const tool = defineHeadlessTool({
    name: "count",
    title: "Count",
    description: "Counts.",
    reason: "To test.",
    input: z.object({ n: z.number() }),
    policy: { consent: "auto", timeoutMs: 1_000 },
  }).implement((_args, { reportProgress }) => {
    reports.push(reportProgress);
    return NEVER();
  });
  const tab = browser.openTab([tool], judge);
  tab.executor.request(PENDING, ALL);
  await settle();
  reports[0]?.(0.5);
  expect(tab.executor.calls()[0]?.progress).toBe(0.5);
  await browser.advance(1_000);
  expect(tab.phase()).toBe("executed");
  const told = tab.events.length;
  reports[0]?.(0.9);
  expect(tab.executor.calls()[0]?.progress).toBe(0.5);
  expect(tab.events).toHaveLength(told);
});

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import { defineHeadlessTool, type HeadlessPolicy, type HeadlessTool } from "../contract";
import { call, createBrowser, createJudge, settle } from "../test-support/browser";

/** A tool that counts its runs and ends when the test says so. */
function countingTool(policy: Partial<HeadlessPolicy> = {}, name = "count") {
  const contract = defineHeadlessTool({
    name,
    title: name,
    description: name,
    reason: name,
    input: z.object({ n: z.number().optional() }),
    policy: { consent: "auto", timeoutMs: 60_000, idempotent: false, needsGesture: false, ...policy },
  });
  const runs: { args: unknown; signal: AbortSignal; callId: string; end: PromiseWithResolvers<unknown> }[] = [];
  const tool: HeadlessTool = contract.implement((args, { signal, callId }) => {
    const end = Promise.withResolvers<unknown>();
    runs.push({ args, signal, callId, end });
    return end.promise;
  });
  return { tool, runs };
}

function setUp(policy: Partial<HeadlessPolicy> = {}, options: { hasLocks?: boolean; hasClaims?: boolean } = {}) {
  const browser = createBrowser(options);
  const judge = createJudge(browser.now);
  judge.pending.add("i-k1");
  const counting = countingTool(policy);
  const openTab = (tools: readonly HeadlessTool[] = [counting.tool]) =>
    browser.openTab(tools, options.hasClaims === false ? undefined : judge);
  return { browser, judge, ...counting, openTab };
}

const PENDING = [call("k1", "count", { n: 1 })];
const ALL = { isComplete: true };

describe("one tab", () => {
  it("claims, writes the journal, executes, and hands out the answer once", async () => {
    const { browser, openTab, runs } = setUp();
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    tab.executor.request(PENDING, ALL);
    await settle();
    expect(runs).toHaveLength(1);
    expect(runs[0]?.args).toEqual({ n: 1 });
    expect(await browser.journal.entriesOf("t1")).toMatchObject([{ state: { type: "started" }, holder: tab.holder }]);
    expect(tab.executor.resume()).toBeUndefined();
    runs[0]?.end.resolve({ ok: true });
    await settle();
    expect(await browser.journal.entriesOf("t1")).toMatchObject([
      { state: { type: "executed", answer: { ok: true } } },
    ]);
    expect(tab.executor.resume()).toMatchObject({ resume: { "i-k1": { ok: true } }, keys: [tab.key()] });
    expect(tab.executor.resume()?.id).toBe(tab.executor.resume()?.id);
    tab.executor.markSent([tab.key()]);
    expect(tab.executor.resume()).toBeUndefined();
    tab.executor.request([], ALL);
    await settle();
    expect(await browser.journal.entriesOf("t1")).toEqual([]);
    expect(tab.phases()).toEqual(["requested", "claiming", "executing", "executed", "answered"]);
  });

  it("writes the result before it offers it", async () => {
    const { browser, openTab, runs } = setUp();
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    const written: unknown[] = [];
    const write = browser.journal.write;
    browser.journal.write = async (entry) => {
      written.push(tab.executor.resume());
      await write(entry);
    };
    runs[0]?.end.resolve(1);
    await settle();
    expect(written).toEqual([undefined]);
    expect(tab.executor.resume()).toBeDefined();
  });

  it("asks first under `ask`, and executes nothing for a no", async () => {
    const { openTab, runs } = setUp({ consent: "ask" });
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    expect(tab.phase()).toBe("consent");
    tab.executor.decline(tab.key(), "not now");
    await settle();
    expect(tab.executor.resume()?.resume).toEqual({
      "i-k1": {
        type: "toolweave.tool_error",
        code: "tool_declined",
        message: "The person declined this call: not now",
      },
    });
    expect(runs).toHaveLength(0);
  });

  it("remembers the yes of `ask-once` for the tool, also for calls that wait beside it", async () => {
    const { judge, openTab, runs } = setUp({ consent: "ask-once" });
    judge.pending.add("i-k2").add("i-k3");
    const tab = openTab();
    tab.executor.request([...PENDING, call("k2", "count")], ALL);
    await settle();
    expect([tab.phase("k1"), tab.phase("k2")]).toEqual(["consent", "consent"]);
    tab.executor.approve(tab.key("k1"));
    await settle();
    tab.executor.request([call("k3", "count")], { isComplete: false });
    await settle();
    expect(runs.map((run) => run.callId).sort()).toEqual(["k1", "k2", "k3"]);
  });

  it("holds the claim before it offers the click, and executes within the click", async () => {
    const { judge, openTab, runs } = setUp({ needsGesture: true });
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    expect(tab.phase()).toBe("click");
    expect(judge.claims.get("i-k1")?.holder).toBe(tab.holder);
    tab.executor.approve(tab.key());
    expect(runs).toHaveLength(1);
    tab.executor.approve(tab.key());
    expect(runs).toHaveLength(1);
  });

  it("asks for one more click when the click is spent, before or by the tool, and runs it once", async () => {
    const { browser, openTab, runs } = setUp({ needsGesture: true });
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    browser.setClickFresh(false);
    expect(() => tab.executor.approve(tab.key())).toThrow(expect.objectContaining({ code: "gesture_spent" }));
    expect([tab.phase(), runs.length]).toEqual(["click", 0]);
    browser.setClickFresh(true);
    tab.executor.approve(tab.key());
    runs[0]?.end.reject(new ToolweaveError("gesture_spent", "The browser wants a click."));
    await settle();
    expect(tab.phase()).toBe("click");
    expect(tab.executor.resume()).toBeUndefined();
    tab.executor.approve(tab.key());
    runs[1]?.end.resolve("done");
    await settle();
    expect(tab.executor.resume()?.resume).toEqual({ "i-k1": "done" });
  });

  it("renews its lease while it executes, and while it waits for the click", async () => {
    for (const needsGesture of [false, true]) {
      const { browser, judge, openTab } = setUp({ needsGesture, timeoutMs: 3_600_000 });
      const tab = openTab();
      tab.executor.request(PENDING, ALL);
      await settle();
      await browser.advance(600_000);
      expect(judge.claims.get("i-k1")?.expiresAtMs).toBeGreaterThan(browser.now());
    }
  });

  it("answers a timeout, a throw and a wrong argument with an error, never with a success", async () => {
    const { browser, judge, openTab, runs } = setUp({ timeoutMs: 500 });
    judge.pending.add("i-k2").add("i-k3");
    const tab = openTab();
    tab.executor.request([...PENDING, call("k2", "count"), call("k3", "count", { n: "one" })], ALL);
    await settle();
    expect(runs).toHaveLength(2);
    runs[1]?.end.reject(new Error("denied"));
    await browser.advance(1000);
    expect(tab.executor.resume()?.resume).toMatchObject({
      "i-k1": { code: "tool_timed_out" },
      "i-k2": { code: "tool_failed", message: "denied" },
      "i-k3": { code: "tool_input_invalid" },
    });
    expect(runs[0]?.signal.aborted).toBe(true);
  });

  it("refuses a call whose arguments were cut off, without asking and without running", async () => {
    const { openTab, runs } = setUp({ consent: "ask" });
    const tab = openTab();
    tab.executor.request([{ ...call("k1", "count"), refusal: "cut off" }], ALL);
    await settle();
    expect(tab.executor.resume()?.resume).toMatchObject({ "i-k1": { code: "tool_input_invalid", message: "cut off" } });
    expect(runs).toHaveLength(0);
  });

  it("keeps a call without a tool pending, until a tool comes", async () => {
    const { openTab, runs, tool } = setUp();
    const tab = openTab([]);
    tab.executor.request(PENDING, ALL);
    await settle();
    expect(tab.phase()).toBe("unavailable");
    expect(tab.executor.resume()).toBeUndefined();
    tab.registry.register([tool]);
    await settle();
    expect(runs).toHaveLength(1);
  });

  it("stops: aborts what runs, sends nothing, and does not begin again after a reload", async () => {
    const { openTab, runs } = setUp();
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    tab.executor.stop();
    expect(runs[0]?.signal.aborted).toBe(true);
    expect(tab.phase()).toBe("cancelled");
    runs[0]?.end.resolve("late");
    await settle();
    expect(tab.executor.resume()).toBeUndefined();
    tab.kill();
    const reloaded = openTab();
    reloaded.executor.request(PENDING, ALL);
    await settle();
    expect(reloaded.phase()).toBe("cancelled");
    expect(runs).toHaveLength(1);
  });

  it("aborts what is not pending any more", async () => {
    const { openTab, runs } = setUp();
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    tab.executor.request([], ALL);
    expect(runs[0]?.signal.aborted).toBe(true);
    expect(tab.executor.calls()).toEqual([]);
  });

  it("looks at the state when the server does not know the interrupt, and claims again if the state lists it", async () => {
    const { judge, openTab, runs } = setUp();
    judge.pending.clear();
    const tab = openTab();
    tab.executor.request(PENDING, { isComplete: false });
    await settle();
    expect(tab.counts.refreshes).toBe(1);
    expect(runs).toHaveLength(0);
    judge.pending.add("i-k1");
    tab.executor.request(PENDING, ALL);
    await settle();
    expect(runs).toHaveLength(1);
  });

  it("runs on a server that knows no claims", async () => {
    const { openTab, runs } = setUp({}, { hasClaims: false });
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    expect(runs).toHaveLength(1);
  });

  it("goes on when the journal fails", async () => {
    const { browser, openTab, runs } = setUp();
    browser.journal.write = () => Promise.reject(new Error("quota"));
    browser.journal.entriesOf = () => Promise.reject(new Error("gone"));
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    runs[0]?.end.resolve(1);
    await settle();
    expect(tab.executor.resume()?.resume).toEqual({ "i-k1": 1 });
  });
});

describe("several calls in one turn", () => {
  it("answers them in one resume when the last that moves by itself has ended; those that wait for the person stay", async () => {
    const browser = createBrowser();
    const judge = createJudge(browser.now);
    for (const id of ["i-k1", "i-k2", "i-k3"]) judge.pending.add(id);
    const auto = countingTool();
    const asking = countingTool({ consent: "ask" }, "asking");
    const tab = browser.openTab([auto.tool, asking.tool], judge);
    tab.executor.request([call("k1", "count"), call("k2", "asking"), call("k3", "count")], ALL);
    await settle();
    auto.runs[1]?.end.resolve(3);
    await settle();
    expect(tab.executor.resume()).toBeUndefined();
    auto.runs[0]?.end.resolve(1);
    await settle();
    expect(tab.executor.resume()?.resume).toEqual({ "i-k1": 1, "i-k3": 3 });
    expect(tab.phase("k2")).toBe("consent");
  });

  it("sends one ordered list, complete, when interrupt ids collide (case 125)", async () => {
    const { judge, openTab, runs } = setUp();
    judge.pending.add("x");
    const tab = openTab();
    tab.executor.request(
      ["k1", "k2", "k3"].map((id) => call(id, "count", {}, "x")),
      ALL,
    );
    await settle();
    expect(runs.map((run) => run.callId)).toEqual(["k1", "k2", "k3"]);
    runs[2]?.end.resolve("c");
    runs[0]?.end.resolve("a");
    await settle();
    expect(tab.executor.resume()).toBeUndefined();
    runs[1]?.end.resolve("b");
    await settle();
    expect(tab.executor.resume()?.resume).toEqual(["a", "b", "c"]);
  });
});

describe("a reload", () => {
  it("after the execution sends the stored result", async () => {
    const { openTab, runs } = setUp();
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    runs[0]?.end.resolve("done");
    await settle();
    tab.kill();
    const reloaded = openTab([]);
    reloaded.executor.request(PENDING, ALL);
    await settle();
    expect(reloaded.executor.resume()?.resume).toEqual({ "i-k1": "done" });
    expect(runs).toHaveLength(1);
  });

  it("in the middle of it asks the person, who may run it again or decline", async () => {
    const { openTab, runs } = setUp();
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    tab.kill();
    const reloaded = openTab();
    reloaded.executor.request(PENDING, ALL);
    await settle();
    expect(reloaded.phase()).toBe("interrupted");
    expect(runs).toHaveLength(1);
    reloaded.executor.approve(reloaded.key());
    await settle();
    expect(runs).toHaveLength(2); // at once: the dead page's lease is no obstacle
  });

  it("in the middle of it keeps the person's arguments: what runs again runs with those", async () => {
    const browser = createBrowser();
    const judge = createJudge(browser.now);
    judge.pending.add("i-k1");
    const ran: unknown[] = [];
    const tool: HeadlessTool = defineHeadlessTool({
      name: "act",
      title: "t",
      description: "t",
      reason: "t",
      input: z.object({ place: z.string().min(3) }),
      policy: { consent: "ask" },
    }).implement((args) => {
      ran.push(args);
      return ran.length === 1 ? new Promise(() => {}) : "done";
    });
    const asked = [call("k1", "act", { place: "there" })];
    const first = browser.openTab([tool], judge);
    first.executor.request(asked, ALL);
    await settle();
    expect(first.executor.faultsOf(first.key(), { place: "x" })).toMatchObject([{ path: ["place"] }]);
    first.executor.approve(first.key(), { args: { place: "here" } });
    await settle();
    first.kill();
    const second = browser.openTab([tool], judge);
    second.executor.request(asked, ALL);
    await settle();
    expect(second.phase()).toBe("interrupted");
    second.executor.approve(second.key());
    await settle();
    expect(ran).toEqual([{ place: "here" }, { place: "here" }]);
    expect(second.executor.resume()?.resume).toEqual({
      "i-k1": { type: "toolweave.edited_result", value: "done", edited_args: { place: "here" } },
    });
  });

  it("in the middle of it runs an idempotent tool again by itself", async () => {
    const { openTab, runs } = setUp({ idempotent: true });
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    tab.kill();
    const reloaded = openTab();
    reloaded.executor.request(PENDING, ALL);
    await settle();
    expect(runs).toHaveLength(2);
  });

  it("after the claim and before the execution goes on at once, and runs it once", async () => {
    const { browser, judge, openTab, runs } = setUp();
    const tab = openTab();
    const { claim } = judge;
    judge.claim = async (...asked) => {
      await claim(...asked);
      return await new Promise<never>(() => {}); // granted, and the page dies before it hears of it
    };
    tab.executor.request(PENDING, ALL);
    await settle();
    expect((await browser.journal.entriesOf("t1"))[0]?.state).toEqual({ type: "held" });
    tab.kill();
    judge.claim = claim;
    const reloaded = openTab();
    reloaded.executor.request(PENDING, ALL);
    await settle();
    expect([reloaded.phase(), runs.length]).toEqual(["executing", 1]);
  });

  it("before the click offers the click again, at once", async () => {
    const { openTab, runs } = setUp({ needsGesture: true });
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    tab.kill();
    const reloaded = openTab();
    reloaded.executor.request(PENDING, ALL);
    await settle();
    expect(reloaded.phase()).toBe("click");
    reloaded.executor.approve(reloaded.key());
    expect(runs).toHaveLength(1);
  });

  it("without locks between tabs waits for the lease, and then asks", async () => {
    const { browser, openTab, runs } = setUp({}, { hasLocks: false });
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    tab.kill();
    const reloaded = openTab();
    reloaded.executor.request(PENDING, ALL);
    await settle();
    expect(reloaded.phase()).toBe("interrupted");
    reloaded.executor.approve(reloaded.key());
    await settle();
    expect(reloaded.phase()).toBe("elsewhere");
    await browser.advance(122_000);
    expect(reloaded.counts.refreshes).toBe(1);
    reloaded.executor.request(PENDING, ALL);
    await settle();
    expect(runs).toHaveLength(2); // the person had said yes
  });
});

describe("two tabs", () => {
  it("execute once, with locks and without", async () => {
    for (const hasLocks of [true, false]) {
      const { openTab, runs } = setUp({}, { hasLocks });
      const tabs = [openTab(), openTab(), openTab()];
      for (const tab of tabs) tab.executor.request(PENDING, ALL);
      await settle();
      expect(runs).toHaveLength(1);
      expect(tabs.map((tab) => tab.phase()).sort()).toEqual(["elsewhere", "elsewhere", "executing"]);
    }
  });

  it("execute once on a server without claims, by the lock alone", async () => {
    const { openTab, runs } = setUp({}, { hasClaims: false });
    const tabs = [openTab(), openTab()];
    for (const tab of tabs) tab.executor.request(PENDING, ALL);
    await settle();
    expect(runs).toHaveLength(1);
  });

  it("an approval in both executes once", async () => {
    const { openTab, runs } = setUp({ consent: "ask" });
    const tabs = [openTab(), openTab()];
    for (const tab of tabs) tab.executor.request(PENDING, ALL);
    await settle();
    for (const tab of tabs) tab.executor.approve(tab.key());
    await settle();
    expect(runs).toHaveLength(1);
  });

  it("the second looks again when the first is gone, and asks", async () => {
    const { openTab, runs } = setUp();
    const first = openTab();
    first.executor.request(PENDING, ALL);
    await settle();
    const second = openTab();
    second.executor.request(PENDING, ALL);
    await settle();
    expect(second.phase()).toBe("elsewhere");
    first.kill();
    await settle();
    expect(second.counts.refreshes).toBe(1);
    second.executor.request(PENDING, ALL);
    await settle();
    expect(second.phase()).toBe("interrupted");
    expect(runs).toHaveLength(1);
  });

  it("the second asks the server when the first is frozen with its lock, and then the person", async () => {
    const { browser, judge, openTab, runs } = setUp();
    const first = openTab();
    first.executor.request(PENDING, ALL);
    await settle();
    first.freeze();
    const second = openTab();
    second.executor.request(PENDING, ALL);
    await settle();
    expect(second.phase()).toBe("elsewhere");
    await browser.advance(121_000);
    expect(second.counts.refreshes).toBe(1);
    second.executor.request(PENDING, ALL);
    await settle();
    expect([second.phase(), runs.length]).toEqual(["interrupted", 1]);
    expect(judge.claims.get("i-k1")?.holder).toBe(second.holder);
    second.executor.approve(second.key());
    await settle();
    expect([second.phase(), runs.length]).toEqual(["executing", 2]);
  });

  it("the second keeps waiting while the first works on and renews its lease", async () => {
    const { browser, openTab, runs } = setUp({ timeoutMs: 3_600_000 });
    const first = openTab();
    first.executor.request(PENDING, ALL);
    await settle();
    const second = openTab();
    second.executor.request(PENDING, ALL);
    await settle();
    for (let round = 0; round < 4; round += 1) {
      await browser.advance(121_000);
      second.executor.request(PENDING, ALL);
      await settle();
    }
    expect([second.phase(), runs.length]).toEqual(["elsewhere", 1]);
  });

  it("a tab that reads an older state does not make the browser forget what another one has begun", async () => {
    const { browser, openTab } = setUp();
    const first = openTab();
    first.executor.request(PENDING, ALL);
    await settle();
    const second = openTab();
    second.executor.request([], ALL); // read before the interrupt was stored
    await settle();
    expect(await browser.journal.entriesOf("t1")).toMatchObject([{ callId: "k1", state: { type: "started" } }]);
    first.kill();
    await browser.advance(31 * 24 * 3_600_000);
    second.executor.request([], ALL);
    await settle();
    expect(await browser.journal.entriesOf("t1")).toEqual([]);
  });

  it("both find the same dead page: one of them continues it", async () => {
    const { openTab, runs } = setUp({ idempotent: true });
    const dead = openTab();
    dead.executor.request(PENDING, ALL);
    await settle();
    dead.kill();
    const tabs = [openTab(), openTab()];
    for (const tab of tabs) tab.executor.request(PENDING, ALL);
    await settle();
    expect(runs).toHaveLength(2);
  });

  it("of two browsers never run it twice by themselves, also when the first one's lease is over", async () => {
    const { browser, judge, openTab, runs, tool } = setUp({ timeoutMs: 3_600_000 });
    const other = createBrowser();
    const first = openTab();
    first.executor.request(PENDING, ALL);
    await settle();
    const second = other.openTab([tool], judge);
    second.executor.request(PENDING, ALL);
    await settle();
    expect(second.phase()).toBe("elsewhere");
    first.kill();
    await browser.advance(121_000);
    await other.advance(122_000);
    expect(second.counts.refreshes).toBe(1);
    second.executor.request(PENDING, ALL);
    await settle();
    expect(second.phase()).toBe("interrupted");
    const third = other.openTab([tool], judge);
    third.executor.request(PENDING, ALL);
    await settle();
    expect(third.phase()).not.toBe("executing");
    expect(runs).toHaveLength(1);
  });

  it("the click goes to another tab when the lease was lost", async () => {
    const { browser, judge, openTab } = setUp({ needsGesture: true });
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    judge.claims.set("i-k1", { holder: "somebody", expiresAtMs: browser.now() + 120_000 });
    await browser.advance(41_000);
    expect(tab.phase()).toBe("elsewhere");
  });
});

describe("sessions of one page", () => {
  it("share the executor: mounted twice, it runs once", async () => {
    const { openTab, runs } = setUp();
    const tab = openTab();
    const second = tab.page.executorFor("t1");
    expect(second).toBe(tab.executor);
    const leave = second.attach(tab.host);
    second.request(PENDING, ALL);
    tab.executor.request(PENDING, ALL);
    await settle();
    expect(runs).toHaveLength(1);
    leave();
    tab.leave();
    tab.page.executorFor("t1").attach(tab.host); // StrictMode: left and joined again
    tab.page.executorFor("t1").request(PENDING, ALL);
    await settle();
    expect(runs).toHaveLength(1);
  });

  it("leave what runs to its end; the answer waits for whoever comes", async () => {
    const { openTab, runs } = setUp();
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    tab.leave();
    expect(runs[0]?.signal.aborted).toBe(false);
    runs[0]?.end.resolve("done");
    await settle();
    expect(tab.counts.ready).toBe(1);
    expect(tab.page.executorFor("t1").resume()?.resume).toEqual({ "i-k1": "done" });
  });

  it("that come back to a thread name their answers anew: no answer goes under the id of another", async () => {
    const { judge, openTab, runs } = setUp();
    const tab = openTab();
    const ids: (string | undefined)[] = [];
    for (const id of ["k1", "k2"]) {
      judge.pending.add(`i-${id}`);
      const executor = tab.page.executorFor("t1");
      const leave = executor === tab.executor ? tab.leave : executor.attach(tab.host);
      executor.request([call(id, "count")], ALL);
      await settle();
      runs.at(-1)?.end.resolve("done");
      await settle();
      const batch = executor.resume();
      ids.push(batch?.id);
      executor.markSent(batch?.keys ?? []);
      executor.request([], ALL);
      leave();
    }
    expect(tab.page.executorFor("t1")).not.toBe(tab.executor);
    expect(new Set(ids).size).toBe(2);
  });

  it("drop what only waited, and give its lock back", async () => {
    const { openTab } = setUp({ needsGesture: true });
    const tab = openTab();
    tab.executor.request(PENDING, ALL);
    await settle();
    expect(tab.phase()).toBe("click");
    tab.leave();
    expect(tab.executor.calls()).toEqual([]);
    expect(tab.page.executorFor("t1")).not.toBe(tab.executor);
  });
});

it("a name registered twice is a programming mistake", () => {
  const { openTab, tool } = setUp();
  const tab = openTab();
  expect(() => tab.registry.register([tool])).toThrow(TypeError);
});

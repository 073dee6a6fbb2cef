import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import { defineHeadlessTool, type HeadlessTool } from "../contract";
import { call, createBrowser, createJudge, settle } from "../test-support/browser";

const PENDING = [call("k1", "act")];
const ALL = { isComplete: true };
const MAY_HAVE_BEEN_DONE = {
  "i-k1": { code: "tool_declined", message: expect.stringContaining("may have been done") },
};

/** A tool that needs a click, and what its first run comes to. */
function setUp(firstRun: () => unknown) {
  const browser = createBrowser();
  const judge = createJudge(browser.now);
  judge.pending.add("i-k1");
  let runs = 0;
  const tool: HeadlessTool = defineHeadlessTool({
    name: "act",
    title: "Act",
    description: "Acts.",
    reason: "To test.",
    input: z.object({}),
    policy: { consent: "auto", idempotent: false, needsGesture: true },
  }).implement(() => {
    runs += 1;
    if (runs === 1) return firstRun();
    throw new ToolweaveError("gesture_spent", "Click once more.");
  });
  const openTab = async () => {
    const tab = browser.openTab([tool], judge);
    tab.executor.request(PENDING, ALL);
    await settle();
    return tab;
  };
  const approve = async (tab: Awaited<ReturnType<typeof openTab>>) => {
    tab.executor.approve(tab.key());
    await settle();
  };
  return { browser, openTab, approve, runs: () => runs };
}

/** Cut off in its first run by a reload; the person said yes, and is offered the click. */
async function openAtButton() {
  const world = setUp(() => new Promise(() => {}));
  const first = await world.openTab();
  await world.approve(first);
  expect([first.phase(), world.runs()]).toEqual(["executing", 1]);
  first.kill();
  const tab = await world.openTab();
  expect(tab.phase()).toBe("interrupted");
  await world.approve(tab);
  expect(tab.phase()).toBe("click");
  return { ...world, tab };
}

describe("a run that was cut off is not forgotten at the button that would start another", () => {
  it("declined there, the agent hears that it may have been done", async () => {
    const { tab } = await openAtButton();
    tab.executor.decline(tab.key());
    await settle();
    expect(tab.executor.resume()?.resume).toMatchObject(MAY_HAVE_BEEN_DONE);
  });

  it("reloaded there, the person is asked again", async () => {
    const { tab, openTab, runs } = await openAtButton();
    tab.kill();
    expect([(await openTab()).phase(), runs()]).toEqual(["interrupted", 1]);
  });

  it("stopped there, it may have run", async () => {
    const { tab } = await openAtButton();
    tab.executor.stop();
    expect(tab.executor.calls()[0]?.state).toEqual({ phase: "cancelled", mayHaveRun: true });
  });

  it("after the machine slept there, the click is offered again, and a decline still says so", async () => {
    const { browser, tab, runs } = await openAtButton();
    browser.sleep(3_600_000);
    expect(() => tab.executor.approve(tab.key())).toThrow(expect.objectContaining({ code: "gesture_spent" }));
    await settle();
    expect([tab.phase(), runs()]).toEqual(["click", 1]);
    tab.executor.decline(tab.key());
    await settle();
    expect(tab.executor.resume()?.resume).toMatchObject(MAY_HAVE_BEEN_DONE);
  });

  it("after a click that the browser did not count, a decline, and a reload, still say so", async () => {
    const { tab, openTab, approve, runs } = await openAtButton();
    await approve(tab);
    expect([tab.phase(), runs()]).toEqual(["click", 2]);
    tab.kill();
    const next = await openTab();
    expect(next.phase()).toBe("interrupted");
    next.executor.decline(next.key());
    await settle();
    expect(next.executor.resume()?.resume).toMatchObject(MAY_HAVE_BEEN_DONE);
  });
});

it("a failure that is tried again and then declined at its button may have been done", async () => {
  const { openTab, approve, runs } = setUp(() => {
    throw new Error("broken half way");
  });
  const tab = await openTab();
  await approve(tab);
  expect([tab.phase(), runs()]).toEqual(["executed", 1]);
  tab.executor.retry(tab.key());
  await settle();
  expect(tab.phase()).toBe("click");
  tab.executor.decline(tab.key());
  await settle();
  expect(tab.executor.resume()?.resume).toMatchObject(MAY_HAVE_BEEN_DONE);
});

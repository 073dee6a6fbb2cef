import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "@/lib/transport";
import { createBrowser } from "../test-support/browser";
import { createWorld, say } from "../test-support/session";

/** Time goes twenty times as fast. */
const fast = {
  ...systemClock,
  setTimer: (callback: () => void, delayMs: number) => systemClock.setTimer(callback, delayMs / 20),
};

function openBrowser() {
  const gates: PromiseWithResolvers<void>[] = [];
  const world = createWorld(async (run) => {
    const gate = Promise.withResolvers<void>();
    const id = `a${gates.push(gate)}`;
    say(run, id, "Hel");
    await gate.promise;
    run.addMessages("model", [{ type: "ai", id, content: "Hello" }]);
  });
  const browser = createBrowser();
  onTestFinished(() => {
    world.close();
    browser.close();
  });
  return { world, browser, gates };
}

it("a Stop of the run before, told by another tab as the next run begins here, does not count for the next", async () => {
  const { world, browser, gates } = openBrowser();
  const other = browser.openTab();
  const tab = world.openTab({ tabs: browser.openTab().tabs });
  await tab.session.submit("one");
  const { threadId = "", runId } = await tab.until(({ status }) => status === "streaming");
  await tab.session.submit("two");
  gates[0]?.resolve();
  await tab.until(({ status, queue }) => status === "streaming" && queue.length === 0 && gates.length === 2);
  await tab.session.submit("three");
  other.tabs.announce({ type: "run-stopped", threadId, runId });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(tab.state().status).toBe("streaming");
  gates[1]?.resolve();
  await tab.until(({ queue }) => queue.length === 0);
});

it("a Stop that another tab told and could not deliver any more is delivered from here", async () => {
  const { world, browser } = openBrowser();
  const tab = world.openTab({ tabs: browser.openTab().tabs, clock: fast });
  await tab.session.submit("go");
  const { threadId } = await tab.until(({ status }) => status === "streaming");
  const other = browser.openTab();
  const closing = world.openTab({
    tabs: other.tabs,
    ...(threadId === undefined ? {} : { threadId }),
    wrap: (server) => ({ ...server, cancelRun: () => new Promise(() => {}) }), // the tab is closed in this moment
  });
  await closing.until(({ status }) => status === "streaming");
  await tab.session.submit("next");
  void closing.session.stop();
  await tab.until(({ status }) => status === "stopping");
  closing.session.dispose();
  other.close();
  await tab.until(({ status, runId }) => status === "idle" && runId === undefined);
  expect(await world.server.activeRun(threadId ?? "")).toBeUndefined();
  expect([tab.texts(), tab.state().queue.map(({ text }) => text)]).toEqual([["human: go", "ai: Hel"], ["next"]]);
});

import { afterEach, describe, expect, it } from "vitest";
import { createBrowser } from "../test-support/browser";
import { createHandClock } from "../test-support/hand-clock";
import { createStreamTurns } from "./stream-turns";

const browsers: ReturnType<typeof createBrowser>[] = [];
afterEach(() => {
  for (const browser of browsers.splice(0)) browser.close();
});
function browser(options?: Parameters<typeof createBrowser>[0]) {
  const made = createBrowser(options);
  browsers.push(made);
  return made;
}

describe("the streams of a browser", () => {
  it("are four in all its tabs together; what one gives back another may have", async () => {
    const { openTab } = browser();
    const turns = await Promise.all(Array.from({ length: 8 }, () => openTab().tabs.turns.take()));
    expect(turns.filter((turn) => turn !== undefined)).toHaveLength(4);
    const late = openTab().tabs.turns;
    expect(await late.take()).toBeUndefined();
    turns.find((turn) => turn !== undefined)?.release();
    await expect.poll(() => late.take()).toBeDefined();
  });

  it("come back when the tab that has them is closed", async () => {
    const { openTab } = browser();
    const tabs = Array.from({ length: 5 }, () => openTab());
    for (const { tabs: own } of tabs.slice(0, 4)) expect(await own.turns.take()).toBeDefined();
    expect(await tabs[4]?.tabs.turns.take()).toBeUndefined();
    tabs[0]?.close();
    await expect.poll(() => tabs[4]?.tabs.turns.take()).toBeDefined();
  });

  it("are one a tab, however many sessions it has; the next hears when it is free", async () => {
    const { turns } = browser().openTab().tabs;
    const [one, two] = await Promise.all([turns.take(), turns.take()]);
    expect([one !== undefined, two]).toEqual([true, undefined]);
    const free = new Promise<void>((resolve) => turns.onFree(resolve));
    one?.release();
    one?.release();
    await free;
    expect(await turns.take()).toBeDefined();
  });

  it("are not for a hidden tab: it keeps the one that it has for 30 s, and takes none", async () => {
    const { clock, advance } = createHandClock();
    const { tabs, hide } = browser({ clock }).openTab();
    const turn = await tabs.turns.take();
    hide(true);
    await advance(29_000);
    hide(false);
    hide(true);
    await advance(29_000);
    expect(turn?.signal.aborted).toBe(false);
    await advance(1_000);
    expect(turn?.signal.aborted).toBe(true);
    turn?.release();
    expect(await tabs.turns.take()).toBeUndefined();
    hide(false);
    expect(await tabs.turns.take()).toBeDefined();
  });

  it("without Web Locks are given up at once by a hidden tab, and not counted", async () => {
    const { clock, advance } = createHandClock();
    const { openTab } = browser({ hasLocks: false, clock });
    const tabs = Array.from({ length: 6 }, () => openTab());
    const turns = await Promise.all(tabs.map(({ tabs: own }) => own.turns.take()));
    expect(turns.every((turn) => turn !== undefined)).toBe(true);
    tabs[0]?.hide(true);
    await advance(0);
    expect(turns.map((turn) => turn?.signal.aborted)).toEqual([true, false, false, false, false, false]);
  });

  it("in a frame that may not use locks are as without them", async () => {
    const turns = createStreamTurns({
      takeLock: () => Promise.reject(new DOMException("no", "SecurityError")),
      visibility: { isHidden: () => false, onChange: () => () => {} },
      clock: createHandClock().clock,
    });
    expect(await turns.take()).toBeDefined();
  });
});

import { describe, expect, it } from "vitest";
import { createActTool } from "../test-support/act-tool";
import { call, createBrowser, createJudge, settle } from "../test-support/browser";

const PENDING = [call("k1", "act")];
const ALL = { isComplete: true };

/** A browser whose claim was somebody else's until that lease ran out: the tool may have run there. */
function setUp() {
  const browser = createBrowser();
  const judge = createJudge(browser.now);
  judge.pending.add("i-k1");
  judge.claims.set("i-k1", { holder: "elsewhere", expiresAtMs: browser.now() - 1 });
  const { tool, runs } = createActTool();
  const openTab = async (server = judge) => {
    const tab = browser.openTab([tool], server);
    tab.executor.request(PENDING, ALL);
    await settle();
    return tab;
  };
  return { browser, judge, runs, openTab };
}

describe("a claim that was taken over is asked about", () => {
  it("by the page that goes on after a reload, and runs once after the person's yes", async () => {
    const { runs, openTab } = setUp();
    const first = await openTab();
    expect(first.phase()).toBe("interrupted");
    first.kill();
    const second = await openTab();
    expect(second.phase()).toBe("interrupted");
    expect(runs()).toBe(0);
    second.executor.approve(second.key());
    await settle();
    expect(second.phase()).toBe("executed");
    expect(runs()).toBe(1);
  });

  it("by a page that shows another thread meanwhile and comes back", async () => {
    const { browser, runs, openTab } = setUp();
    const tab = await openTab();
    tab.leave();
    await browser.advance(1_000);
    const executor = tab.page.executorFor("t1");
    executor.attach(tab.host);
    executor.request(PENDING, ALL);
    await settle();
    expect(executor.calls().map(({ state }) => state.phase)).toEqual(["interrupted"]);
    expect(runs()).toBe(0);
  });

  it("by a page whose first claim was granted and the answer lost", async () => {
    const { browser, judge, runs, openTab } = setUp();
    let claims = 0;
    const lossy = {
      ...judge,
      claim: async (interruptId: string, holder: string) => {
        const claim = await judge.claim(interruptId, holder);
        claims += 1;
        if (claims === 1) throw new TypeError("Failed to fetch");
        return claim;
      },
    };
    const tab = await openTab(lossy);
    await browser.advance(1_000);
    expect(claims).toBe(2);
    expect(tab.phase()).toBe("interrupted");
    expect(runs()).toBe(0);
  });
});

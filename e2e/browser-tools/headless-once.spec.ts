import type { Browser, BrowserContext } from "@playwright/test";
import { type Executions, expect, type Tab, tabOf, test } from "../support/headless-page";

/** Another browser of the same person: nothing is shared but the cookie that says who they are. */
async function otherDevice(browser: Browser, own: BrowserContext): Promise<BrowserContext> {
  const device = await browser.newContext();
  await device.addCookies(await own.cookies());
  return device;
}

const LEASE_MS = 120_000;
/** What the agent hears first when the person declines to run a cut-off call again. */
const MAY_HAVE_RUN = "An earlier run of this call was cut off: it may have been done all the same.";

/** The tool's code has begun, and does not end before `release`. */
async function begin(tab: Tab, executions: Executions, name: string): Promise<void> {
  executions.hold();
  await tab.send(`${name} 1`);
  await expect.poll(() => executions.began).toEqual([name]);
}

test.describe("a reload", () => {
  test("while the call waits for consent: it waits again, and runs once", async ({ tab, executions }) => {
    await tab.send("ask 1");
    await expect(tab.card("Ask", "Your decision")).toBeVisible();
    await tab.page.reload();
    await tab.card("Ask", "Your decision").getByRole("button", { name: "Approve" }).click();
    await tab.heard('{"done":1}');
    expect(executions.began).toEqual(["ask"]);
  });

  test("while the call waits for its click: the click is offered again, and runs once", async ({ tab, executions }) => {
    await tab.send("press 1");
    await expect(tab.card("Press", "Needs your click")).toBeVisible();
    await tab.page.reload();
    await tab.card("Press", "Needs your click").getByRole("button", { name: "Run now" }).click();
    await tab.heard('{"done":1}');
    expect(executions.began).toEqual(["press"]);
  });

  test("while it runs: the person is asked, and a second run happens only after a yes", async ({ tab, executions }) => {
    await begin(tab, executions, "work");
    await tab.page.reload();
    await expect(tab.card("Work", "Interrupted")).toBeVisible();
    expect(executions.began).toEqual(["work"]);
    executions.release();
    await tab.card("Work").getByRole("button", { name: "Run again" }).click();
    await tab.heard('{"done":1}');
    expect(executions.began).toEqual(["work", "work"]);
  });

  test("while it runs, declined: the agent is told, and the thread goes on", async ({ tab, executions }) => {
    await begin(tab, executions, "work");
    await tab.page.reload();
    await tab.card("Work", "Interrupted").getByRole("button", { name: "Decline" }).click();
    await tab.heard(MAY_HAVE_RUN);
    executions.release();
    await tab.send("double 4");
    await tab.heard("8");
    expect(executions.began).toEqual(["work"]);
  });

  test("while a tool runs that may run twice: it runs again by itself", async ({ tab, executions }) => {
    await begin(tab, executions, "look");
    executions.release();
    await tab.page.reload();
    await tab.heard('{"done":1}');
    expect(executions.began.length).toBeLessThanOrEqual(2);
  });

  test("between execution and resume: the stored result is sent, and nothing runs again", async ({
    tab,
    executions,
  }) => {
    let sent = 0;
    await tab.page.route("**/runs/stream", async (route) => {
      if (!route.request().postData()?.includes("resume")) return await route.continue();
      sent += 1;
      await route.abort(); // the network is gone for the answer
    });
    await tab.send("work 1");
    await expect.poll(() => sent).toBeGreaterThan(0);
    await tab.page.unrouteAll();
    await tab.page.reload();
    await tab.heard('{"done":1}');
    expect(executions.began).toEqual(["work"]);
  });

  test("after the answer: nothing is asked, run or sent again", async ({ tab, executions }) => {
    await tab.send("work 1");
    await tab.heard('{"done":1}');
    const posts: string[] = [];
    tab.page.on("request", (request) => {
      if (request.method() === "POST" && /claim|runs\/stream/.test(request.url())) posts.push(request.url());
    });
    await tab.page.reload();
    await tab.heard('{"done":1}');
    await expect(tab.card("Work", "Done")).toBeVisible();
    expect([executions.began, posts]).toEqual([["work"], []]);
  });
});

test.describe("the network", () => {
  test("lost between execution and resume: the answer arrives when it is back, once", async ({
    tab,
    executions,
    context,
  }) => {
    await begin(tab, executions, "work");
    await context.setOffline(true);
    executions.release();
    await expect(tab.card("Work", "Done")).toBeVisible();
    await context.setOffline(false);
    await tab.heard('{"done":1}');
    expect(executions.began).toEqual(["work"]);
  });

  test("the server crashes between interrupt and resume: the answer finds its way, once", async ({
    tab,
    executions,
    host,
  }) => {
    await begin(tab, executions, "work");
    await host.restart();
    executions.release();
    await tab.heard('{"done":1}');
    expect(executions.began).toEqual(["work"]);
  });
});

test("a failed tool whose answer cannot be sent is tried again from its card, and the agent hears the new answer alone", async ({
  tab,
  executions,
}) => {
  let isCut = true;
  const sent: string[] = [];
  await tab.page.route("**/runs/stream", async (route) => {
    const body = route.request().postData() ?? "";
    if (!body.includes("resume")) return await route.continue();
    if (isCut) return await route.fulfill({ status: 403, json: { code: "unauthorized", message: "Not now." } });
    sent.push(body);
    await route.continue();
  });
  executions.fail("The machine is jammed.");
  await tab.send("work 1");
  const failed = tab.card("Work", "Failed");
  await expect(failed).toContainText("The machine is jammed.");
  executions.fail(undefined);
  await failed.getByRole("button", { name: "Run again: Work" }).click();
  await expect(tab.card("Work", "Done")).toBeVisible();
  expect(executions.began).toEqual(["work", "work"]);
  const retry = tab.page.getByRole("button", { name: /^(Try again|Retry)/ });
  await expect(retry).toBeVisible(); // the new answer was refused too
  isCut = false;
  await retry.click();
  await tab.heard('{"done":1}');
  expect(sent).toHaveLength(1);
  expect(executions.began).toEqual(["work", "work"]);
});

test("a failed tool is told to the agent at once; its card then offers nothing more", async ({ tab, executions }) => {
  executions.fail("The machine is jammed.");
  await tab.send("work 1");
  await tab.heard("The machine is jammed.");
  await expect(tab.card("Work", "Failed")).toBeVisible();
  await expect(tab.card("Work").getByRole("button", { name: /Run again/ })).toHaveCount(0);
  expect(executions.began).toEqual(["work"]);
});

test("a click after the page slept for longer than its claim runs nothing before the server was asked", async ({
  page,
  open,
  executions,
}) => {
  await page.clock.install();
  const tab = await open(page);
  await tab.send("press 1");
  const button = tab.card("Press", "Needs your click").getByRole("button", { name: "Run now" });
  await expect(button).toBeVisible();
  const claims: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/claim")) claims.push(request.url());
  });
  await page.clock.setFixedTime(Date.now() + LEASE_MS + 60_000); // no timer of the page has come yet
  await button.click();
  await expect(tab.card("Press", "Needs your click")).toContainText("asked the server again");
  expect([claims.length, executions.began]).toEqual([1, []]);
  await button.click();
  await tab.heard('{"done":1}');
  expect(executions.began).toEqual(["press"]);
});

test.describe("several tabs and browsers", () => {
  for (const count of [2, 3]) {
    test(`${count} tabs run it once, and all show the result`, async ({ tab, open, context, executions }) => {
      await tab.send("double 1");
      await tab.heard("2");
      const thread = tab.page.url();
      const tabs = [tab];
      for (let more = 1; more < count; more += 1) tabs.push(await open(await context.newPage(), thread));
      for (const other of tabs.slice(1)) await other.heard("2");
      await tab.send("work 5, look 6");
      for (const other of tabs) await other.heard('{"done":5} {"done":6}');
      expect(executions.began.toSorted()).toEqual(["look", "work"]);
    });
  }

  test("a call that waits for consent is approved in two tabs at once and runs once", async ({
    tab,
    open,
    context,
    executions,
  }) => {
    await tab.send("ask 1");
    await expect(tab.card("Ask", "Your decision")).toBeVisible();
    const other = await open(await context.newPage(), tab.page.url());
    const approve = (one: typeof tab) =>
      one.card("Ask", "Your decision").getByRole("button", { name: "Approve" }).click();
    await expect(other.card("Ask", "Your decision")).toBeVisible();
    await Promise.all([approve(tab), approve(other)]);
    await tab.heard('{"done":1}');
    expect(executions.began).toEqual(["ask"]);
  });

  test("two browsers of one person run it once; the other one says where it runs", async ({
    tab,
    open,
    browser,
    executions,
  }) => {
    await begin(tab, executions, "work");
    const device = await otherDevice(browser, tab.page.context());
    await executions.watch(device);
    const second = await open(await device.newPage(), tab.page.url());
    await expect(second.card("Work", "In another tab")).toBeVisible();
    executions.release();
    await second.heard('{"done":1}');
    expect(executions.began).toEqual(["work"]);
    await device.close();
  });

  test("a closed laptop's lease runs out: the other browser asks the person, and the late result changes nothing", async ({
    tab,
    open,
    browser,
    context,
    executions,
    host,
  }) => {
    await begin(tab, executions, "work");
    await context.setOffline(true); // the lid is closed
    await fetch(`${host.url}/clock?ahead=${LEASE_MS + 1_000}`);
    const device = await otherDevice(browser, tab.page.context());
    await executions.watch(device);
    const second = await open(await device.newPage(), tab.page.url());
    await expect(second.card("Work", "Interrupted")).toBeVisible();
    expect(executions.began).toEqual(["work"]);
    await second.card("Work").getByRole("button", { name: "Decline" }).click();
    await second.heard(MAY_HAVE_RUN);
    await context.setOffline(false);
    executions.release();
    await tab.heard(MAY_HAVE_RUN);
    expect(executions.began).toEqual(["work"]);
    await host.restart(); // with the clock as it was
    await device.close();
  });

  test("a frozen tab that holds the lock is passed by after its lease, by a question", async ({
    tab,
    context,
    executions,
    host,
  }) => {
    await begin(tab, executions, "work");
    const session = await context.newCDPSession(tab.page);
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    await fetch(`${host.url}/clock?ahead=${LEASE_MS + 1_000}`);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(tab.page.url());
    const second = tabOf(page);
    await expect(second.card("Work", "In another tab")).toBeVisible();
    await page.clock.fastForward(LEASE_MS + 1_000);
    await expect(second.card("Work", "Interrupted")).toBeVisible();
    expect(executions.began).toEqual(["work"]);
    await second.card("Work").getByRole("button", { name: "Decline" }).click();
    await second.heard(MAY_HAVE_RUN);
    executions.release();
    await session.send("Page.setWebLifecycleState", { state: "active" });
    expect(executions.began).toEqual(["work"]);
    await host.restart();
  });
});

test("a hidden tab whose timers are stalled renews its lease from a worker", async ({ page, open, executions }) => {
  test.setTimeout(100_000);
  await page.addInitScript(() => {
    const tab = { isStalled: false };
    Object.defineProperty(document, "visibilityState", { get: () => (tab.isStalled ? "hidden" : "visible") });
    const setTimer = window.setTimeout.bind(window);
    // What a browser does to a page that has been hidden for long, and more: no timer of a second or more comes at all.
    window.setTimeout = ((run: () => void, delayMs = 0) =>
      setTimer(() => {
        if (delayMs < 1_000 || !tab.isStalled) run();
      }, delayMs)) as typeof setTimeout;
    document.addEventListener("stall", (event) => {
      tab.isStalled = (event as CustomEvent<boolean>).detail;
      document.dispatchEvent(new Event("visibilitychange"));
    });
  });
  const stall = (isStalled: boolean) =>
    page.evaluate((detail) => document.dispatchEvent(new CustomEvent("stall", { detail })), isStalled);
  const claims: number[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/claim")) claims.push(Date.now());
  });
  const tab = await open(page);
  await begin(tab, executions, "work");
  await stall(true);
  await expect.poll(() => claims.length, { timeout: 60_000 }).toBe(2);
  executions.release();
  await stall(false);
  await tab.heard('{"done":1}');
  expect(executions.began).toEqual(["work"]);
});

test("mounted twice by StrictMode, calls side by side with a server tool run once each, results in the order of the calls", async ({
  tab,
  executions,
}) => {
  await tab.send("work 1, double 2, look 3, work 4");
  await tab.heard('{"done":1} 4 {"done":3} {"done":4}');
  expect(executions.began.toSorted()).toEqual(["look", "work", "work"]);
});

test("a click that the browser does not count runs nothing and asks for one more", async ({
  page,
  open,
  executions,
}) => {
  // Whatever Playwright does in a page counts as a gesture: what the browser says of clicks is said here instead.
  await page.addInitScript(() => {
    let isActive = false;
    Object.defineProperty(navigator, "userActivation", { get: () => ({ isActive, hasBeenActive: true }) });
    addEventListener("fresh", () => {
      isActive = true;
    });
  });
  const tab = await open(page);
  await tab.send("press 1");
  const button = tab.card("Press", "Needs your click").getByRole("button", { name: "Run now" });
  await button.click();
  await expect(tab.card("Press").getByRole("alert")).toContainText("Click once more");
  expect(executions.began).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event("fresh")));
  await button.click();
  await tab.heard('{"done":1}');
  expect(executions.began).toEqual(["press"]);
});

test("the page around the chat: its text, and what is marked on it; a lasting yes lasts until it is taken back", async ({
  tab,
}) => {
  const approve = (name: string) => tab.card(name, "Your decision").getByRole("button", { name: "Approve" }).click();
  await tab.send("read_page_text");
  await approve("Read page text");
  await tab.heard('{"text":"The shop\\nSmall knives, sharp ones.","page_title":"A page with tools"');
  await tab.page.locator("#offer").evaluate((offer) => document.getSelection()?.selectAllChildren(offer));
  await tab.send("read_selection");
  await approve("Read selection");
  await tab.heard('{"text":"Small knives, sharp ones.","page_title":"A page with tools"');

  await tab.page.reload();
  await tab.send("read_page_text");
  await expect(tab.card("Read page text", "Done")).toHaveCount(2); // without a question
  await tab.page.getByRole("button", { name: "2 tools run without asking" }).click();
  await tab.page.getByRole("button", { name: "Ask again before Read page text runs" }).click();
  await expect(tab.page.getByRole("button", { name: "1 tool runs without asking" })).toBeVisible();
  await tab.send("read_page_text");
  await expect(tab.card("Read page text", "Your decision")).toBeVisible();
});

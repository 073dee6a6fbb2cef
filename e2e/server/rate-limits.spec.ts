import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { type RunningServer, startToolweave } from "../support/server";
import { boxOf, logOf, openTab, send, stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

const WIDTHS = [1280, 390];

async function atEachWidth(page: Page, check: () => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await check();
  }
}

/** The whole of it can be read: nothing is cut off or lies outside of the window. */
async function expectReadable(page: Page, sentence: RegExp): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: sentence });
  await expect(alert).toBeVisible();
  await expect(alert).toBeInViewport({ ratio: 1 });
  expect(await alert.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)).toBe(true);
}

test("as many answers as may be at once: a sentence, the message stays, and goes out when there is room", async ({
  context,
  page,
}) => {
  await withServer({ TOOLWEAVE_CONCURRENT_RUNS: "1", TOOLWEAVE_DEMO_PACE: "2" }, async ({ url }) => {
    await beginLongAnswer(page, url);
    const other = await openTab(context, url);
    await send(other, "What is 3 * 12?");
    const sentence = /An answer is being written for you already.*Wait for its end, or stop it/;
    await atEachWidth(other, async () => {
      await expectReadable(other, sentence);
      await expect(other.getByRole("alert").filter({ hasText: sentence })).toContainText("Not sent.");
      await expect(logOf(other)).toContainText("What is 3 * 12?");
      await expect(other.getByText(/reconnect|network/i)).toBeHidden();
    });
    await endAnswer(page);
    await other.getByRole("button", { name: "Try again" }).click();
    await expect(logOf(other)).toContainText("36", { timeout: 30_000 });
  });
});

test("as many answers as may be followed at once: a sentence, the message stays, and goes out when there is room", async ({
  context,
  page,
}) => {
  await withServer({ TOOLWEAVE_OPEN_STREAMS: "1", TOOLWEAVE_DEMO_PACE: "2" }, async ({ url }) => {
    await beginLongAnswer(page, url);
    const other = await openTab(context, url);
    await send(other, "What is 3 * 12?");
    await atEachWidth(other, async () => {
      await expectReadable(other, /You are following an answer already.*Close its tab or program, or wait for its end/);
      await expect(logOf(other)).toContainText("What is 3 * 12?");
    });
    await endAnswer(page);
    await other.getByRole("button", { name: "Try again" }).click();
    await expect(logOf(other)).toContainText("36", { timeout: 30_000 });
  });
});

test("as many downloads as may be at once: a sentence in place of a file", async ({ page }) => {
  await withServer({ TOOLWEAVE_OPEN_EXPORTS: "1" }, async ({ url }) => {
    await page.goto(url);
    await boxOf(page).waitFor();
    const [{ name = "", value = "" } = {}] = await page.context().cookies();
    const leave = new AbortController();
    const file = randomBytes(14_000_000).toString("base64"); // more than sockets hold, and not to be packed smaller
    const sent = await page.request.post(`${url}/api/attachments`, {
      data: file,
      headers: { "content-type": "text/plain" },
    });
    expect(sent.status()).toBe(201);
    const open = await fetch(`${url}/api/users/me/export`, {
      headers: { cookie: `${name}=${value}` },
      signal: leave.signal,
    });
    expect(open.status).toBe(200);
    const yours = page.getByRole("region", { name: "Your data" });
    await yours.getByRole("button", { name: "Your data" }).click();
    await yours.getByRole("link", { name: "Download my data" }).click();
    await expect(yours.getByRole("status")).toContainText("wait for its end");
    leave.abort();
    await expect.poll(async () => (await page.request.head(`${url}/api/users/me/export`)).status()).toBe(200);
    const downloading = page.waitForEvent("download");
    await yours.getByRole("link", { name: "Download my data" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^toolweave-.*\.zip$/);
    await expect(yours.getByRole("status")).toBeHidden();
  });
});

test("more requests than a minute has: a sentence, the message stays, and sending works again when the server has said", async ({
  page,
}) => {
  test.setTimeout(150_000);
  await withServer({ TOOLWEAVE_REQUESTS_PER_MINUTE: "120", TOOLWEAVE_DEMO_PACE: "200" }, async ({ url }) => {
    await page.goto(url);
    await boxOf(page).waitFor();
    const ask = async () => page.request.get(`${url}/api/info`);
    let refused = await ask();
    while (refused.ok()) refused = await ask();
    expect(refused.status()).toBe(429);
    await send(page, "What is 3 * 12?");
    await atEachWidth(page, async () => {
      await expectReadable(page, /Too many requests at once\. Wait \d+ s, then try again\./);
      await expect(logOf(page)).toContainText("What is 3 * 12?");
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    const seconds = Number((await ask()).headers()["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    await page.waitForTimeout((seconds + 1) * 1_000); // what is tested is the time itself
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(logOf(page)).toContainText("36");
    await send(page, "What is 2 * 21?");
    await expect(logOf(page)).toContainText("42");
  });
});

async function withServer(env: Record<string, string>, use: (server: RunningServer) => Promise<void>): Promise<void> {
  const server = await startToolweave(env);
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

async function beginLongAnswer(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await boxOf(page).waitFor();
  await send(page, "Write a long text");
  await expect(stopOf(page)).toBeVisible();
}

async function endAnswer(page: Page): Promise<void> {
  await stopOf(page).click();
  await expect(stopOf(page)).toBeHidden();
}

import type { Locator, Page } from "@playwright/test";
import { seedThread } from "../support/long-thread";
import { stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

// A piece each 50 ms: there is always one on its way.
test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "20" }, hasTouch: true });

const topOf = (log: Locator) => log.evaluate(({ scrollTop }) => scrollTop);
const heightOf = (log: Locator) => log.evaluate(({ scrollHeight }) => scrollHeight);

/** So much has been written since that whoever follows has been moved. */
async function grown(log: Locator, byPx = 60): Promise<void> {
  const before = await heightOf(log);
  await expect.poll(() => heightOf(log)).toBeGreaterThan(before + byPx);
}

/** A finger that moves by some pixels, as the browser itself would report it. */
async function drag(page: Page, log: Locator, byPx: number): Promise<void> {
  const box = await log.boundingBox();
  const session = await page.context().newCDPSession(page);
  const at = (y: number) => [{ x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + 200 + y }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (let step = 1; step <= 4; step += 1) {
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at((byPx * step) / 4) });
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

const MOVES: Readonly<Record<string, (page: Page, log: Locator) => Promise<void>>> = {
  "a wheel that moves 20 px": async (page, log) => {
    await log.hover();
    await page.mouse.wheel(0, -20);
  },
  "a finger that moves 40 px": (page, log) => drag(page, log, 40),
  "the page up key": async (page, log) => {
    await log.focus();
    await page.keyboard.press("PageUp");
  },
};

for (const [name, move] of Object.entries(MOVES)) {
  test(`${name} lets go for good while text comes, however near the end (case 191)`, async ({ chat, page, server }) => {
    await chat.open(`/t/${await seedThread(page, server.url, 20)}`);
    await expect(chat.log.getByText("Answer 9.")).toBeInViewport();
    await chat.send("Write a long text");
    await expect(chat.log).toContainText("The warp is the set");
    await grown(chat.log);
    await move(page, chat.log);
    await expect(page.getByRole("button", { name: /^Newest/ })).toBeVisible();
    await page.waitForTimeout(200); // a scroll that goes on by itself has ended
    const top = await topOf(chat.log);
    await grown(chat.log);
    expect(await topOf(chat.log)).toBe(top);
    await expect(page.getByRole("button", { name: "Newest, 1 new" })).toBeVisible(); // the answer that grows
  });
}

test("what begins by itself, from the queue or elsewhere, takes nobody back to the end (case 191)", async ({
  chat,
  page,
  server,
}) => {
  const threadId = await seedThread(page, server.url, 20);
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Answer 9.")).toBeInViewport();
  await chat.send("Draft an email to Ines about the picnic");
  await expect(stopOf(page)).toBeVisible();
  await chat.send("What is 2 * 21?");
  await expect(page.getByRole("list", { name: "Queued messages" })).toBeVisible();
  await chat.log.hover();
  await page.mouse.wheel(0, -300);
  await page.waitForTimeout(200);
  const place = chat.log.getByText("Answer 8.");
  const before = await place.boundingBox();
  await expect(page.getByRole("list", { name: "Queued messages" })).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByRole("button", { name: /^Newest, \d+ new/ })).toBeVisible();
  await expect(stopOf(page)).toBeHidden({ timeout: 30_000 });
  const url = `${server.url}/api/threads/${threadId}/runs/wait`;
  const data = { assistant_id: "agent", input: { messages: [{ type: "human", content: "What is 3 * 12?" }] } };
  expect((await page.request.post(url, { data })).status()).toBe(200);
  await expect(page.getByRole("button", { name: /^Newest, [5-9] new/ })).toBeVisible({ timeout: 20_000 });
  expect(await place.boundingBox()).toEqual(before);
  await page.mouse.wheel(0, 9_000);
  await expect(page.getByRole("button", { name: /^Newest/ })).toHaveCount(0);
});

import type { Page } from "@playwright/test";
import { seedThread } from "./support/long-thread";
import { expect, test } from "./support/test";

const COUNT = 10_000;

/** Where a message stands in the log, from its upper edge. */
function topOf(page: Page, messageId: string): Promise<number | undefined> {
  return page.evaluate((id) => {
    const log = document.querySelector(".tw-log");
    const row = document.querySelector(`[data-message="${id}"]`);
    return row && log ? row.getBoundingClientRect().top - log.getBoundingClientRect().top : undefined;
  }, messageId);
}

function firstInSight(page: Page): Promise<string> {
  return page.evaluate(() => {
    const edge = document.querySelector(".tw-log")?.getBoundingClientRect().top ?? 0;
    const rows = [...document.querySelectorAll<HTMLElement>("[data-message]")];
    return rows.find((row) => row.getBoundingClientRect().bottom > edge + 40)?.dataset.message ?? "";
  });
}

const drawn = (page: Page) => page.locator("[data-message]").count();

test("a thread of 10,000 messages opens at its end, with few of them in the page", async ({ chat, page, server }) => {
  const threadId = await seedThread(page, server.url, COUNT);
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Answer 4999.")).toBeInViewport();
  expect(await drawn(page)).toBeLessThan(60);
  const newest = page.locator('[data-message="m-9999"]').locator("xpath=ancestor::li");
  await expect(newest).toHaveAttribute("aria-posinset", String(COUNT));
  await expect(newest).toHaveAttribute("aria-setsize", String(COUNT));
});

test("earlier messages come as one scrolls up, each of them, and nothing jumps", async ({ chat, page, server }) => {
  const threadId = await seedThread(page, server.url, 330);
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Answer 164.")).toBeInViewport();
  await chat.log.hover();
  const seen = new Set<string>();
  let largestJump = 0;
  for (let turn = 0; turn < 150 && !seen.has("m-0"); turn += 1) {
    const before = await rowsInSight(page);
    await page.mouse.wheel(0, -600);
    await page.waitForTimeout(50); // as fast as a hand turns a wheel
    const after = await rowsInSight(page);
    for (const [id, top] of Object.entries(after)) {
      seen.add(id);
      const from = before[id];
      if (from !== undefined) largestJump = Math.max(largestJump, top - from - 600);
    }
  }
  expect(seen.size).toBe(330);
  await expect(page.getByRole("button", { name: /earlier message/ })).toHaveCount(0);
  expect(largestJump).toBeLessThan(8); // nothing moves further than the wheel turned
});

/** Where each drawn message stands, from the log's upper edge. */
function rowsInSight(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const edge = document.querySelector(".tw-log")?.getBoundingClientRect().top ?? 0;
    const rows = [...document.querySelectorAll<HTMLElement>("[data-message]")];
    return Object.fromEntries(rows.map((row) => [row.dataset.message ?? "", row.getBoundingClientRect().top - edge]));
  });
}

test("history that comes in front moves nothing", async ({ chat, page, server }) => {
  const threadId = await seedThread(page, server.url, 400);
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Answer 199.")).toBeInViewport();
  await chat.log.focus();
  await page.keyboard.press("Home");
  const button = page.getByRole("button", { name: /earlier message/ });
  await expect(chat.log.getByText("Question 100:")).toBeAttached();
  await page.waitForLoadState("networkidle");
  const anchor = await firstInSight(page);
  const before = await topOf(page, anchor);
  if ((await button.count()) > 0) await button.dispatchEvent("click");
  await expect(button).toHaveCount(0);
  await page.waitForTimeout(300); // heights settle within frames; nothing may move after that either
  expect(Math.abs(((await topOf(page, anchor)) ?? Number.NaN) - (before ?? Number.NaN))).toBeLessThanOrEqual(3);
});

test("the place is kept per thread, and the end where the end was read", async ({ chat, page, server }) => {
  const long = await seedThread(page, server.url, 300);
  const other = await seedThread(page, server.url, 100, (place) => `Other ${place}`);
  await chat.open(`/t/${long}`);
  await expect(chat.log.getByText("Answer 149.")).toBeInViewport();
  await chat.log.hover();
  for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, -400);
  await page.waitForTimeout(300); // the wheel's own scrolling ends
  const reading = await firstInSight(page);
  const at = await topOf(page, reading);
  await page
    .getByRole("link", { name: "100 messages" })
    .or(page.getByRole("button", { name: "100 messages" }))
    .first()
    .click();
  await expect(chat.log.getByText("Other 99")).toBeInViewport();
  await page
    .getByRole("link", { name: "300 messages" })
    .or(page.getByRole("button", { name: "300 messages" }))
    .first()
    .click();
  await expect(page.locator(`[data-message="${reading}"]`)).toBeInViewport();
  await page.waitForTimeout(300);
  expect(Math.abs(((await topOf(page, reading)) ?? Number.NaN) - (at ?? Number.NaN))).toBeLessThanOrEqual(4);
  expect(other).not.toBe(long);
});

test("a text is found wherever it is in 10,000 messages, and shown", async ({ chat, page, server }) => {
  const threadId = await seedThread(page, server.url, COUNT);
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Answer 4999.")).toBeInViewport();
  await page.keyboard.press("Control+f");
  const field = page.getByRole("textbox", { name: "Find in this thread" });
  await expect(field).toBeFocused();
  await field.fill("question 12: WHAT");
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await expect(chat.log.getByText("Question 12:")).toBeInViewport();
  const marks = await page.evaluate(() => CSS.highlights.get("toolweave-found")?.size);
  expect(marks).toBe(1);
  await expect(field).toBeFocused();
  expect(await drawn(page)).toBeLessThan(60);

  await field.fill("item 70");
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  const first = await firstInSight(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
  await expect.poll(() => firstInSight(page)).not.toBe(first);
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(chat.log).toBeFocused();
});

test("J and K go from message to message, also to those that are not drawn", async ({ chat, page, server }) => {
  const threadId = await seedThread(page, server.url, 200, (place) => `Message ${place}`);
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Message 199")).toBeInViewport();
  await chat.log.focus();
  for (let turn = 0; turn < 30; turn += 1) await page.keyboard.press("k");
  const row = page.locator("li:focus");
  const place = Number(await row.getAttribute("aria-posinset"));
  expect(place).toBeLessThan(175);
  await expect(row).toBeInViewport();
  await page.keyboard.press("j");
  await expect(page.locator("li:focus")).toHaveAttribute("aria-posinset", String(place + 1));
});

test("all of a long thread is printed", async ({ chat, page, server }) => {
  const threadId = await seedThread(page, server.url, 500, (place) => `Message ${place}.`);
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Message 499.")).toBeInViewport();
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = String(document.querySelectorAll("[data-message]").length);
    };
  });
  await page.keyboard.press("Control+p");
  await expect(page.locator("body")).toHaveAttribute("data-printed", "500");
  const pdf = await page.pdf();
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(10);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect.poll(() => drawn(page)).toBeLessThan(60);
});

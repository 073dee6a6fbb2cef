import type { Page } from "@playwright/test";
import { seedThread } from "../support/long-thread";
import { logOf } from "../support/tabs";
import { type Chat, expect, test } from "../support/test";

/** The first message in sight, and how far its top is from the log's. */
function placeOf(page: Page) {
  return logOf(page).evaluate((log) => {
    const top = log.getBoundingClientRect().top;
    const rows = [...log.querySelectorAll<HTMLElement>("[data-message]")];
    const row = rows.find((one) => one.getBoundingClientRect().bottom > top);
    return { id: row?.dataset.message, topPx: Math.round((row?.getBoundingClientRect().top ?? 0) - top) };
  });
}

/** Goes up by the wheel, and waits until nothing moves any more. */
async function goUp(chat: Chat, page: Page, px: number) {
  await chat.log.hover();
  await page.mouse.wheel(0, -px);
  await expect(page.getByRole("button", { name: "Newest" })).toBeVisible();
  return settled(page);
}

async function settled(page: Page) {
  let last = await placeOf(page);
  await expect
    .poll(async () => {
      const before = last;
      last = await placeOf(page);
      return JSON.stringify(before) === JSON.stringify(last);
    })
    .toBe(true);
  return last;
}

test("each thread keeps the place where one was reading, and one that was left at its end opens there", async ({
  chat,
  page,
  server,
}) => {
  const [left, other] = [await seedThread(page, server.url, 80), await seedThread(page, server.url, 60)];
  await chat.open(`/t/${left}`);
  await expect(chat.log.getByText("Answer 39.")).toBeInViewport();
  const place = await goUp(chat, page, 2_500);
  await page.getByRole("button", { name: /^60 messages/ }).click();
  await expect(chat.log.getByText("Answer 29.")).toBeInViewport();
  await page.getByRole("button", { name: /^80 messages/ }).click();
  await expect(page).toHaveURL(new RegExp(left));
  await expect.poll(() => placeOf(page)).toEqual(place);
  await page.getByRole("button", { name: /^60 messages/ }).click();
  await expect(page).toHaveURL(new RegExp(other));
  await expect(chat.log.getByText("Answer 29.")).toBeInViewport();
});

test("what is read stays where it is when earlier messages come above it", async ({ chat, page, server }) => {
  const threadId = await seedThread(page, server.url, 300);
  const held = Promise.withResolvers<void>();
  let isAsked = false;
  await page.route(/\/messages\?.*before=/, async (route) => {
    isAsked = true;
    await held.promise;
    await route.continue();
  });
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Answer 149.")).toBeInViewport();
  await chat.log.focus();
  await expect(async () => {
    await page.keyboard.press("Home");
    expect(isAsked).toBe(true);
  }).toPass();
  const { id } = await settled(page);
  const row = page.locator(`[data-message="${id}"]`);
  const before = await row.boundingBox();
  const button = page.getByRole("button", { name: /earlier messages/ });
  await expect(button).toContainText("200");
  held.resolve();
  await expect(button).toHaveCount(0);
  await settled(page);
  expect((await row.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
});

import type { Page } from "@playwright/test";
import { seedThread } from "./support/long-thread";
import { expect, test } from "./support/test";

const COUNT = 10_000;

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

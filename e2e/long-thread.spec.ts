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

test("a long thread is printed whole, by the key and by the button, and is as before afterwards", async ({
  chat,
  page,
  server,
}) => {
  const threadId = await seedThread(page, server.url, 450);
  // The dialog itself is the system's; what the page would print is what stands in it then.
  await page.addInitScript(() => {
    const printed: (string | undefined)[][] = [];
    Reflect.set(window, "printed", printed);
    window.print = () => {
      printed.push([...document.querySelectorAll<HTMLElement>("[data-message]")].map(({ dataset }) => dataset.message));
      window.dispatchEvent(new Event("afterprint"));
    };
  });
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Answer 224.")).toBeInViewport();
  await page.getByRole("button", { name: "Print this thread" }).click();
  const printed = () => page.evaluate(() => Reflect.get(window, "printed") as string[][]);
  await expect.poll(async () => (await printed()).length).toBe(1);
  await page.keyboard.press("Control+p");
  await expect.poll(async () => (await printed()).length).toBe(2);
  const whole = Array.from({ length: 450 }, (_, place) => `m-${place}`);
  for (const one of await printed()) expect(one).toEqual(whole);
  await expect.poll(() => drawn(page)).toBeLessThan(60);
});

import type { Locator, Page } from "@playwright/test";
import { seedThread } from "../support/long-thread";
import { stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

const newestButton = (page: Page) => page.getByRole("button", { name: /^Newest/ });

const distanceToEnd = (log: Locator) =>
  log.evaluate((scroller) => scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop);

async function expectAtEnd(page: Page, log: Locator): Promise<void> {
  await expect.poll(() => distanceToEnd(log)).toBeLessThanOrEqual(2);
  await expect(newestButton(page)).toHaveCount(0);
}

/** Two frames: what a scroll event and an observer of sizes do has been done. */
const settle = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

test("a row that goes and one of its height that comes before the next frame let nothing go", async ({
  chat,
  page,
  server,
}) => {
  await chat.open(`/t/${await seedThread(page, server.url, 20)}`);
  await expect(chat.log.getByText("Answer 9.")).toBeInViewport();
  await expectAtEnd(page, chat.log);
  await chat.log.evaluate((log) => {
    const list = log.querySelector("ol") as HTMLElement;
    const row = list.lastElementChild as HTMLElement;
    row.style.display = "none"; // a row goes ...
    log.getBoundingClientRect();
    row.style.display = ""; // ... and one of its height comes, both before the next frame
  });
  await settle(page);
  await expectAtEnd(page, chat.log);
});

for (const width of [1280, 390]) {
  test(`what one sends while an answer runs is followed to its end at ${width} px`, async ({ chat, page }) => {
    await page.setViewportSize({ width, height: 860 });
    await chat.open();
    await chat.send("Draft an email to Ines about the picnic");
    await expect(chat.log.getByText("Second, what to bring")).toBeVisible();
    await chat.send("Make a table of the planets");
    await expect(chat.log.getByText("Make a table of the planets")).toBeInViewport();
    await ended(page);
    await expect(chat.log.getByText("demo", { exact: true }).last()).toBeInViewport();
    await expectAtEnd(page, chat.log);
  });
}

test("the person's wheel lets go, their own message and the end take hold again", async ({ chat, page, server }) => {
  await chat.open(`/t/${await seedThread(page, server.url, 20)}`);
  await expect(chat.log.getByText("Answer 9.")).toBeInViewport();
  await chat.log.hover();
  await page.mouse.wheel(0, -400);
  await expect(newestButton(page)).toBeVisible();
  await page.mouse.wheel(0, 4_000);
  await expectAtEnd(page, chat.log);
  await chat.log.focus();
  await page.keyboard.press("PageUp");
  await expect(newestButton(page)).toBeVisible();
  await chat.send("Make a table of the planets");
  await ended(page);
  await expect(chat.log.getByText("demo", { exact: true }).last()).toBeInViewport();
  await expectAtEnd(page, chat.log);
});

test("what an answer took begins at the edge of its text", async ({ chat, page }) => {
  await chat.open();
  await chat.send("Draft an email to Ines about the picnic");
  const answer = chat.log.getByText("The draft is ready.");
  await ended(page);
  await expect(answer).toBeVisible();
  const edge = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().left);
  const line = page.locator(".tw-usage").last();
  expect(await edge(line)).toBeCloseTo(await edge(answer), 0);
});

/** A run that has just been asked for has come to its end. */
async function ended(page: Page): Promise<void> {
  const stop = stopOf(page);
  await expect(stop).toBeVisible();
  await expect(stop).toBeHidden({ timeout: 30_000 });
}

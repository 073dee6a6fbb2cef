import type { Page } from "@playwright/test";
import { seedThread } from "../support/long-thread";
import { expect, test } from "../support/test";

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

test("a thread of 10,000 messages is walked through by keyboard, each message a named place among all", async ({
  chat,
  page,
  server,
}) => {
  const threadId = await seedThread(page, server.url, COUNT);
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Answer 4999.")).toBeInViewport();
  const list = chat.log.getByRole("list").first();
  await expect(list).toMatchAriaSnapshot(`
    - listitem:
      - heading "The agent" [level=2]
      - paragraph: /Answer 4999\\./
  `);
  const newest = page.locator('[data-message="m-9999"]').locator("xpath=ancestor::li");
  await newest.focus();
  for (let step = 1; step <= 3; step += 1) {
    await page.keyboard.press("k");
    const row = page.locator(`li[aria-posinset="${COUNT - step}"]`);
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport();
    await expect(row.getByRole("heading", { level: 2 })).toHaveText(step % 2 === 0 ? "The agent" : "You");
  }
  await page.keyboard.press("j");
  const here = page.locator(`li[aria-posinset="${COUNT - 2}"]`);
  await expect(here).toBeFocused();
  // Earlier messages come in front, and the row of the focus is far out of sight by then.
  const goUp = async () => {
    await page.keyboard.press("Home");
    return Number(await chat.log.getByRole("listitem").first().getAttribute("aria-posinset"));
  };
  await expect.poll(goUp).toBeLessThan(COUNT - 300);
  await expect(here).toBeFocused();
  await expect(here).not.toBeInViewport();
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

test("what goes to paper is the conversation, from its first line to its last", async ({ chat, page, server }) => {
  const threadId = await seedThread(page, server.url, 90);
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Answer 44.")).toBeInViewport();
  expect(await drawn(page)).toBeLessThan(60);
  const before = await page.pdf({ format: "A4" }); // tells the page of its print, as the browser's own menu does
  const sheets = before.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(sheets).toBeGreaterThan(5);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.locator("[data-message]")).toHaveCount(90);
  await expect(page.getByRole("navigation", { name: "Threads" })).toBeHidden();
  await expect(page.getByRole("textbox", { name: /message/i })).toBeHidden();
  await expect(page.getByRole("button", { name: "Copy the message" }).first()).toBeHidden();
  const { inSight, high } = await chat.log.evaluate((log) => ({
    inSight: log.scrollHeight - log.clientHeight,
    high: log.getBoundingClientRect().height,
  }));
  expect(inSight).toBeLessThanOrEqual(1); // nothing is scrolled away
  expect(high).toBeGreaterThan(4_000);
});

test("a text is found anywhere in a long thread, brought into sight and marked, and one goes from place to place", async ({
  chat,
  page,
  server,
}) => {
  const threadId = await seedThread(page, server.url, 600);
  await chat.open(`/t/${threadId}`);
  await expect(chat.log.getByText("Answer 299.")).toBeInViewport();
  await chat.log.focus(); // from nothing at all the key is the browser's
  await page.keyboard.press("Control+f");
  const field = page.getByRole("textbox", { name: "Find in this thread" });
  await expect(field).toBeFocused();
  await field.fill("Question 7:");
  await expect(page.getByRole("search").getByRole("status")).toHaveText(/^1 of 1: Question 7:/);
  await expect(chat.log.getByText("Question 7:")).toBeInViewport();
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get("toolweave-found") ?? [])].map((range) => String(range)));
  await expect.poll(marked).toEqual(["Question 7:"]);

  await field.fill("fox");
  await expect(page.getByRole("search").getByRole("status")).toHaveText(/^1 of 300: Answer 299\./);
  await field.press("Shift+Enter"); // the oldest of so many is not known yet
  await expect(page.getByRole("search").getByRole("status")).toHaveText(/^1 of 300: Answer 299\./);

  await field.fill("answer 11");
  await expect(page.getByRole("search").getByRole("status")).toHaveText(/^1 of 11: Answer 119\./); // 11 and 110 to 119
  await expect(chat.log.getByText("Answer 119.")).toBeInViewport();
  await field.press("Enter");
  await expect(chat.log.getByText("Answer 118.")).toBeInViewport();
  await field.press("Shift+Enter");
  await expect(chat.log.getByText("Answer 119.")).toBeInViewport();
  await field.press("Shift+Enter"); // round to the oldest
  await expect(chat.log.getByText("Answer 11.")).toBeInViewport();
  await field.press("Escape");
  const hit = page.getByRole("listitem").filter({ hasText: "Answer 11." });
  await expect(hit).toBeFocused(); // and J and K go on from there
  await page.keyboard.press("j");
  await expect(page.getByRole("listitem").filter({ hasText: "Question 12:" })).toBeFocused();

  await page.keyboard.press("Control+f");
  await field.fill("nothing of the kind");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("Not found");
  await field.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(chat.log).toBeFocused();
  expect(await marked()).toEqual([]);
});

test("a text far from what is loaded stays in sight once found, while the messages before it come in", async ({
  chat,
  page,
  server,
}) => {
  test.slow();
  const threadId = await seedThread(page, server.url, COUNT);
  // With slow frames the page before the one of the hit is there while the jump still corrects itself.
  await page.addInitScript((frameMs) => {
    const next = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => window.setTimeout(() => next(act), frameMs);
    window.cancelAnimationFrame = (timer) => window.clearTimeout(timer);
  }, 100);
  for (const turn of [4_700, 2_500, 1_234]) {
    await chat.open(`/t/${threadId}`);
    await expect(chat.log.getByText("Answer 4999.")).toBeInViewport();
    await page.getByRole("button", { name: "Find in this thread" }).click();
    await page.getByRole("textbox", { name: "Find in this thread" }).fill(`Answer ${turn}.`);
    const hit = chat.log.getByText(`Answer ${turn}.`);
    await expect(hit).toBeInViewport();
    await page.waitForTimeout(2_000); // nothing is to happen
    await expect(hit, `Answer ${turn}`).toBeInViewport({ timeout: 1_000 });
  }
});

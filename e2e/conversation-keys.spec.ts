import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

// Slow enough that one can act while it writes.
test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "8" } });

const status = (page: Page) => page.locator(".tw-status");
const away = (page: Page) =>
  page.locator(".tw-log").evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);

test("a whole conversation by keyboard alone: send, stop, edit, versions, search, steps, another thread", async ({
  chat,
  page,
}) => {
  await chat.open();
  const field = page.getByRole("textbox", { name: /^Message/ });
  await page.keyboard.press("Control+Shift+O");
  await expect(field).toBeFocused();
  await page.keyboard.type("Write a long text");
  await page.keyboard.press("Enter");
  await expect(status(page)).toHaveAttribute("data-status", "streaming");
  await expect(chat.log).toContainText("The warp is the set of threads");
  await page.keyboard.press("Escape");
  await expect(status(page)).toHaveAttribute("data-status", "idle");

  await expect(field).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("textbox", { name: "Edit message" })).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("What is 3 * 12? Also, what is 11 + 49?");
  await page.keyboard.press("Enter");
  await page.getByRole("article", { name: "Add: Done" }).waitFor();
  await expect(status(page)).toHaveAttribute("data-status", "idle");
  await expect(chat.log).toBeFocused();

  const previous = page.getByRole("button", { name: "Previous version" }).first();
  await tabTo(page, "Previous version");
  await page.keyboard.press("Enter");
  await expect(chat.log).toContainText("Write a long text");
  await expect(page.locator(":focus")).toHaveAttribute("aria-label", "Next version");
  await page.keyboard.press("Enter");
  await expect(chat.log).toContainText("11 + 49");
  await expect(previous).toBeFocused();

  await page.keyboard.press("Control+f");
  await page.keyboard.type("11 + 49");
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(chat.log).toBeFocused();
  await page.keyboard.press("k");
  await expect(page.locator("li:focus")).toHaveCount(1);
  await page.keyboard.press("Control+Shift+O");
  await expect(field).toBeFocused();
  await expect(page).toHaveURL(/\/$/);
});

/** Tab until what has the focus is named so; the log's own controls are never far. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let turn = 0; turn < 25; turn += 1) {
    await page.keyboard.press("Tab");
    if ((await page.locator(":focus").getAttribute("aria-label")) === name) return;
  }
  throw new Error(`No way by Tab to "${name}".`);
}

test("one small turn of the wheel lets go of the stream at once; the button brings one back and says what is new", async ({
  chat,
  page,
}) => {
  await chat.open();
  await chat.send("Write a long text");
  await expect.poll(() => page.locator(".tw-log").evaluate((log) => log.scrollTop)).toBeGreaterThan(100);
  expect(await away(page)).toBeLessThanOrEqual(2);
  await chat.log.hover();
  await page.mouse.wheel(0, -20);
  await expect.poll(() => away(page)).toBeGreaterThan(19);
  const top = await page.locator(".tw-log").evaluate((log) => log.scrollTop);
  await expect.poll(() => away(page)).toBeGreaterThan(120); // it goes on being written
  expect(await page.locator(".tw-log").evaluate((log) => log.scrollTop)).toBe(top);
  await page.getByRole("button", { name: "Newest" }).click();
  await expect.poll(() => away(page)).toBeLessThanOrEqual(2);
  await page.keyboard.press("Escape");
  await expect(status(page)).toHaveAttribute("data-status", "idle");

  await page.mouse.wheel(0, -200);
  await expect(page.getByRole("button", { name: "Newest" })).toBeVisible();
  await chat.send("What is 3 * 12? Also, what is 11 + 49?"); // what one sends is seen leaving
  await expect.poll(() => away(page)).toBeLessThanOrEqual(2);
  await chat.log.hover();
  await page.mouse.wheel(0, -150);
  await page.getByRole("article", { name: "Add: Done" }).waitFor();
  await expect(page.getByRole("button", { name: /^Newest, \d new$/ })).toBeVisible();
});

test("selected text is not moved by the stream", async ({ chat, page }) => {
  await chat.open();
  await chat.send("Write a long text");
  await expect.poll(() => page.locator(".tw-log").evaluate((log) => log.scrollTop)).toBeGreaterThan(100);
  await page.evaluate(() => {
    const words = document.querySelector('[data-knot="live"] p');
    if (words) getSelection()?.selectAllChildren(words);
  });
  await page.waitForTimeout(200); // one more piece may have been on its way
  const top = await page.locator(".tw-log").evaluate((log) => log.scrollTop);
  await expect.poll(() => away(page)).toBeGreaterThan(60);
  expect(await page.locator(".tw-log").evaluate((log) => log.scrollTop)).toBe(top);
});

test("an answer is said in finished sentences, seldom enough to be heard out", async ({ chat, page }) => {
  await chat.open();
  await page.evaluate(() => {
    const said: { text: string; atMs: number }[] = [];
    Object.assign(window, { said });
    const region = document.querySelector('.tw-unseen[aria-live="polite"]');
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) said.push({ text: node.textContent ?? "", atMs: performance.now() });
    }).observe(region as Node, { childList: true });
  });
  await chat.send("Write a long text");
  const read = () => page.evaluate(() => (window as unknown as { said: { text: string; atMs: number }[] }).said);
  await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBeGreaterThan(2);
  const said = await read();
  for (const { text } of said) expect(text).toMatch(/[.!?:]$|^[^.]*$/);
  const pauses = said.slice(1).map(({ atMs }, index) => atMs - (said[index]?.atMs ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(2_500);
  await page.keyboard.press("Escape");
});

test("a new thread shows nothing of the one that still writes, and going back shows all of it", async ({
  chat,
  page,
}) => {
  await chat.open();
  await chat.send("What is 3 * 12? Also, what is 11 + 49?");
  await expect(page.getByRole("article", { name: /Writing/ }).first()).toBeVisible();
  await page.keyboard.press("Control+Shift+O");
  await expect(page.getByRole("heading", { name: "Start a thread" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
  await chat.send("Hello there");
  await expect(chat.log).toContainText("Hello there");
  await expect(chat.log).not.toContainText("11 + 49");
  await page.goBack();
  await expect(page.getByRole("article", { name: "Add: Done" })).toBeVisible();
  await expect(chat.log).toContainText("60");
});

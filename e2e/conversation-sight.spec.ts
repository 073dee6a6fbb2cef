import type { Page } from "@playwright/test";
import { violations } from "./support/axe";
import { seedThread } from "./support/long-thread";
import { expect, test } from "./support/test";

// Slow enough that one can look while it writes.
test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "8" } });

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const width of [1280, 390]) {
  test(`axe finds nothing while one edits, queues, searches and reads a long thread, ${width} px`, async ({
    chat,
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await chat.open();
    await chat.send("Write a long text");
    await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
    await chat.send("And another one");
    await expect(page.getByRole("list", { name: "Queued messages" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove: And another one" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
    await page.getByRole("textbox", { name: /^Message/ }).press("ArrowUp");
    await expect(page.getByRole("textbox", { name: "Edit message" })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("textbox", { name: /^Message/ })).toBeFocused();

    await chat.open(`/t/${await seedThread(page, server.url, 400)}`);
    await page.getByRole("button", { name: "Find in this thread" }).click();
    await page.getByRole("textbox", { name: "Find in this thread" }).fill("item 70");
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

test("at 200 % zoom all fits in the width, and the composer stays in sight", async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.goto(server.url);
  const field = page.getByRole("textbox", { name: /message/i });
  await field.fill("What is 3 * 12? Also, what is 11 + 49?");
  await field.press("Enter");
  await page.getByRole("article", { name: "Add: Done" }).waitFor();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expect(field).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  await context.close();
});

test("with forced colours the knots, the status and the chosen theme can still be told apart", async ({
  chat,
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await chat.open();
  await chat.send("Write a long text");
  const live = page.locator('.tw-step[data-knot="live"]').first();
  await expect(live).toBeVisible();
  const knot = await live.evaluate((step) => {
    const style = getComputedStyle(step, "::before");
    return { adjust: style.forcedColorAdjust, border: style.borderTopWidth, colour: style.borderTopColor };
  });
  expect(knot.adjust).toBe("none");
  expect(Number.parseFloat(knot.border)).toBeGreaterThan(0);
  expect(knot.colour).not.toBe("rgba(0, 0, 0, 0)");
  const chosen = page.locator(".tw-choice:has(:checked)");
  expect(await chosen.evaluate((label) => getComputedStyle(label).outlineStyle)).toBe("solid");
  expect(await violations(page)).toEqual([]);
});

test("with reduced motion nothing moves while an answer is written", async ({ chat, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await chat.open();
  await chat.send("What is 3 * 12? Also, what is 11 + 49?");
  await expect(page.getByRole("article", { name: /Writing/ }).first()).toBeVisible();
  const running = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        (animation) =>
          animation.playState === "running" && Number(animation.effect?.getComputedTiming().duration ?? 0) > 0,
      )
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : "transition")),
  );
  expect(running).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("nothing zooms, nothing is too small to touch, and the composer stays above the keyboard", async ({
    chat,
    page,
  }) => {
    await chat.open();
    const field = page.getByRole("textbox", { name: /message/i });
    expect(Number.parseFloat(await field.evaluate((box) => getComputedStyle(box).fontSize))).toBeGreaterThanOrEqual(16);
    await chat.send("What is 3 * 12? Also, what is 11 + 49?");
    await page.getByRole("article", { name: "Add: Done" }).waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const small = await page.getByRole("button").evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility({ visibilityProperty: true }))
        .map((button) => ({
          name: button.getAttribute("aria-label") ?? button.textContent,
          box: button.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 24))
        .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
    );
    expect(small).toEqual([]);
    await page.setViewportSize({ width: 390, height: 420 }); // the keyboard is open, the page resizes
    await expect(field).toBeInViewport({ ratio: 1 });
    await expect(chat.log).toBeInViewport();
  });
});

test("a theme that was chosen is there in the first frame, and is kept", async ({ chat, page, server }) => {
  await chat.open();
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  // Without any script file there is only what the page itself brings.
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  await page.goto(server.url);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe("rgb(16, 20, 21)");
});

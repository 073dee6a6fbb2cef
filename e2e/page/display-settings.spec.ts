import type { Page } from "@playwright/test";
import { violations } from "../support/axe";
import { pressBy } from "../support/keys";
import { covered, overflows } from "../support/layout";
import { stopOf } from "../support/tabs";
import { type Chat, expect, test } from "../support/test";

test.use({ permissions: ["geolocation"], geolocation: { latitude: 38.7223, longitude: -9.1393, accuracy: 25 } });

const isReady = (page: Page) => expect(stopOf(page)).toBeHidden({ timeout: 30_000 });

/** A conversation with every part: text, two cards, a table, a document, and a call that waits for the person. */
async function converse({ page, log, open, send }: Chat): Promise<void> {
  await open();
  for (const question of [
    "Show me rich text",
    "What is 3 * 12? Also, what is 11 + 49?",
    "Make a table of the planets",
    "Write a page with the seats of the picnic table",
  ]) {
    await send(question);
    await isReady(page);
  }
  await send("Where am I?");
  await log.locator('[data-phase="consent"]').first().waitFor();
}

async function expectSound(page: Page): Promise<void> {
  expect(await overflows(page)).toEqual([]);
  expect(await covered(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
}

async function picture(page: Page, name: string): Promise<void> {
  if (process.env.TOOLWEAVE_PICTURES) await page.screenshot({ path: `${process.env.TOOLWEAVE_PICTURES}/${name}.png` });
}

test.describe("at 200 % zoom", () => {
  // A window of 1280 × 900, as it is laid out when everything in it is twice as large.
  test.use({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });

  test("nothing is lost and nothing lies over another", async ({ chat, page }) => {
    await converse(chat);
    await expectSound(page);
    const log = await chat.log.boundingBox();
    expect(log?.height).toBeGreaterThan(120); // something of the conversation is always to be read
    await picture(page, "zoom-conversation");
    await chat.log.getByRole("button", { name: "Decline" }).click();
    await isReady(page);
    for (const part of await chat.log.locator("[data-message]").all()) {
      await part.scrollIntoViewIfNeeded();
      expect(await overflows(page)).toEqual([]);
      expect(await covered(page)).toEqual([]);
    }
    await page.getByRole("button", { name: "Open document" }).last().click();
    await page.getByRole("button", { name: "Code", exact: true }).click();
    await expectSound(page);
    await picture(page, "zoom-document");
    await page.getByRole("button", { name: "Close document" }).click();
    const threads = page.getByRole("button", { name: "Show threads" });
    if (await threads.isVisible()) await threads.click();
    await expect(page.getByRole("navigation", { name: "Threads" })).toBeVisible();
    await expectSound(page);
    await picture(page, "zoom-threads");
  });

  test("the conversation has the whole width, and the threads come over it by keyboard", async ({ chat, page }) => {
    await page.setViewportSize({ width: 640, height: 400 }); // 1280 × 800
    await chat.open();
    await chat.send("What is 3 * 12?");
    await isReady(page);
    expect((await chat.log.boundingBox())?.width).toBeGreaterThan(600);
    expect((await chat.log.boundingBox())?.height).toBeGreaterThan(120);
    const threads = page.getByRole("button", { name: "Show threads" });
    await pressBy(threads, "Shift+Tab");
    const drawer = page.getByRole("dialog", { name: "Threads" });
    await expect(drawer).toBeFocused();
    await expectSound(page);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(threads).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(threads).toBeHidden();
    await expect(page.getByRole("navigation", { name: "Threads" })).toBeVisible();
  });

  test("the spacing of text that a reader sets for themselves loses nothing", async ({ chat, page }) => {
    await converse(chat);
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>(".tw-app *")) {
        element.style.letterSpacing = "0.12em"; // WCAG 1.4.12
        element.style.wordSpacing = "0.16em";
        element.style.lineHeight = "1.5";
      }
    });
    expect(await overflows(page)).toEqual([]);
    expect(await covered(page)).toEqual([]);
  });
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("nothing moves by itself while an answer and its calls are written, and all of it is there", async ({
    chat,
    page,
  }) => {
    await chat.open();
    await page.evaluate(() => {
      const moving = new Set<string>();
      Reflect.set(window, "moving", moving);
      const look = () => {
        for (const animation of document.getAnimations()) {
          const { effect } = animation;
          const { duration, iterations } = effect?.getComputedTiming() ?? {};
          const isLong = Number(duration) > 1 || iterations === Number.POSITIVE_INFINITY;
          const target = effect instanceof KeyframeEffect ? effect.target?.className : "";
          const name =
            "animationName" in animation ? animation.animationName : Reflect.get(animation, "transitionProperty");
          const isColour = /color|background|opacity|outline|shadow|fill|stroke/.test(String(name));
          if (animation.playState === "running" && isLong && !isColour) moving.add(`${target}: ${name}`);
        }
        requestAnimationFrame(look);
      };
      look();
    });
    for (const question of [
      "What is 3 * 12? Also, what is 11 + 49?",
      "Think about how to fit a piano through a door",
    ]) {
      await chat.send(question);
      await isReady(page);
    }
    await chat.send("Draft an email to Ines about the picnic");
    await isReady(page);
    await chat.send("Write a page with the seats of the picnic table");
    await isReady(page);
    await page.getByRole("button", { name: "Open document" }).last().click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("dialog")).toBeVisible(); // beside the log before, above it now
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show threads" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => [...(Reflect.get(window, "moving") as Set<string>)])).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
});

for (const width of [1280, 390]) {
  test.describe(`in forced colours, ${width} px`, () => {
    test.use({ contextOptions: { forcedColors: "active" }, viewport: { width, height: 844 } });

    test("every control, state and edge is still to be seen", async ({ chat, page }) => {
      await converse(chat);
      await expectSound(page);
      await picture(page, `forced-${width}`);
      expect(await unseen(page)).toEqual([]);
      await page.keyboard.press("Tab");
      await expect(page.locator(":focus")).toHaveCSS("outline-style", /solid|auto/);
    });
  });
}

/** Controls whose sign has the colour of their ground, and fields and cards without an edge. */
function unseen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = (element: Element | null): string => {
      if (element === null) return getComputedStyle(document.body).backgroundColor;
      const { backgroundColor } = getComputedStyle(element);
      return /, 0\)$|transparent/.test(backgroundColor) ? ground(element.parentElement) : backgroundColor;
    };
    const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const signs = [...document.querySelectorAll("button svg, a svg, article svg")].filter(isShown);
    const lost = signs.filter((sign) => getComputedStyle(sign).color === ground(sign));
    const framed = [...document.querySelectorAll(".tw-composer, .tw-call, .tw-code, textarea:not(.tw-composer-text)")];
    const bare = framed.filter(isShown).filter((element) => {
      const { borderTopWidth, borderTopStyle, outlineWidth, outlineStyle } = getComputedStyle(element);
      const hasBorder = Number.parseFloat(borderTopWidth) > 0 && borderTopStyle !== "none";
      return !hasBorder && !(Number.parseFloat(outlineWidth) > 0 && outlineStyle !== "none");
    });
    return [
      ...lost.map((sign) => `sign of ${sign.closest("button, a, article")?.getAttribute("aria-label")}`),
      ...bare.map((element) => `edge of ${element.className}`),
    ];
  });
}

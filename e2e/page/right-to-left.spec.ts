import type { Page } from "@playwright/test";
import { violations } from "../support/axe";
import { covered, overflows } from "../support/layout";
import { stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

test.use({ permissions: ["geolocation"], geolocation: { latitude: 38.7223, longitude: -9.1393, accuracy: 25 } });

/** What has its place from the page's direction, and not from the words in it. */
const PARTS = [
  ...[".tw-sidebar", ".tw-main", ".tw-header", ".tw-log", ".tw-composer", ".tw-composer-text", ".tw-dock", ".tw-side"],
  ...[".tw-warp", ".tw-step", ".tw-call", ".tw-pair-cards", ".tw-choices"],
  ...["button[aria-label='Send']", "button[aria-label='Attach files']", "button[aria-label='New thread']"],
];

type Place = { readonly part: string; readonly start: number; readonly width: number };

/** The distance of each part from the side on which lines begin. */
function places(page: Page): Promise<Place[]> {
  return page.evaluate((parts) => {
    const isRightToLeft = document.documentElement.dir === "rtl";
    return parts.flatMap((part) =>
      [...document.querySelectorAll(part)].map((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        if (width === 0) return { part, start: 0, width }; // not shown at this width
        return { part, start: Math.round(isRightToLeft ? innerWidth - right : left), width: Math.round(width) };
      }),
    );
  }, PARTS);
}

const turn = (page: Page, dir: "rtl" | "ltr") =>
  page.evaluate((direction) => {
    document.documentElement.dir = direction;
    return new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  }, dir);

/** The page's own phrases that are in sight on one line, and those among them whose characters do not go from left to right. */
function phrases(page: Page): Promise<{ readonly seen: string[]; readonly disordered: string[] }> {
  return page.evaluate(() => {
    const leftOf = (text: Text, at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect();
    };
    const texts = document.createTreeWalker(document.querySelector(".tw-app") ?? document.body, NodeFilter.SHOW_TEXT);
    const [seen, disordered]: [string[], string[]] = [[], []];
    for (let text = texts.nextNode() as Text | null; text !== null; text = texts.nextNode() as Text | null) {
      const isOfPage = /^[\x20-\x7e…“”]+$/.test(text.data) && text.parentElement?.checkVisibility() === true;
      if (!isOfPage || text.parentElement?.closest(".tw-unseen, .tw-markdown, textarea, svg")) continue;
      const places = [...text.data].flatMap((character, at) => (character === " " ? [] : [leftOf(text, at)]));
      const isOneLine = places.every(({ top }) => Math.abs(top - (places[0]?.top ?? 0)) < 3);
      if (!isOneLine) continue;
      seen.push(text.data);
      if (places.some(({ left }, at) => left < (places[at - 1]?.left ?? left) - 0.5)) disordered.push(text.data);
    }
    return { seen, disordered };
  });
}

for (const width of [1280, 390]) {
  test(`a page from right to left is the mirror of the other, ${width} px`, async ({ chat, page }) => {
    await page.setViewportSize({ width, height: 844 });
    await chat.open();
    for (const question of ["Show me rich text", "What is 3 * 12? Also, what is 11 + 49?", "كم تساوي 7 * 6؟"]) {
      await chat.send(question);
      await expect(stopOf(page)).toBeHidden();
    }
    const before = await places(page);
    expect(before.length).toBeGreaterThan(8);
    await turn(page, "rtl");
    const after = await places(page);
    for (const [at, { part, start }] of before.entries()) {
      const moved = Math.abs((after[at]?.start ?? Number.NaN) - start);
      expect(moved, `${part}: ${start} px from the start, then ${after[at]?.start}`).toBeLessThanOrEqual(2);
    }
    expect(await overflows(page)).toEqual([]);
    expect(await covered(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    if (process.env.TOOLWEAVE_PICTURES) {
      await page.screenshot({ path: `${process.env.TOOLWEAVE_PICTURES}/rtl-${width}.png` });
    }
    // Words keep their own direction, and code has none but its own.
    await expect(chat.log.getByText("كم تساوي 7 * 6؟").first()).toHaveCSS("direction", "rtl");
    await expect(chat.log.getByText("Denim is a twill")).toHaveCSS("direction", "ltr");
    await expect(chat.log.locator("pre").first()).toHaveCSS("direction", "ltr");
    await chat.send("Where am I?");
    const card = page.getByRole("article", { name: "Your location: Your decision" });
    await expect(card.or(page.getByRole("dialog"))).not.toHaveCount(0);
    expect(await overflows(page)).toEqual([]);
    expect(await covered(page)).toEqual([]);
  });
}

test("a page from right to left does not turn the order within its own phrases: numbers stand where they were", async ({
  chat,
  page,
}) => {
  await chat.open();
  await chat.send("Count to 2 slowly");
  await expect(stopOf(page)).toBeHidden();
  await chat.send("Call a tool that fails");
  await page.getByRole("button", { name: "Run again: Failing tool" }).click();
  await expect(page.getByRole("group", { name: "Versions of this message" })).toHaveText("Version 2 / 2");
  await expect(stopOf(page)).toBeHidden();
  await page.keyboard.press("ControlOrMeta+f");
  await page.getByRole("textbox", { name: "Find in this thread" }).fill("tool");
  await expect(page.getByText(/^\d+ of \d+/)).toBeVisible();
  await turn(page, "rtl");
  const { seen, disordered } = await phrases(page);
  for (const phrase of [/^[\d,]+ tokens in$/, /^[\d,]+ out$/, /^2 \/ 2$/, /^\d+ of \d+$/, / after [\d.]+ s$/]) {
    expect(
      seen.filter((words) => phrase.test(words)),
      `${phrase}`,
    ).not.toEqual([]);
  }
  expect(disordered).toEqual([]);
});

import type { Page } from "@playwright/test";
import { violations } from "./support/axe";
import { covered, overflows } from "./support/layout";
import { stopOf } from "./support/tabs";
import { expect, test } from "./support/test";

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

import { expect, type Locator, type Page } from "@playwright/test";

const MAX_STOPS = 120;

/** Goes with the Tab key alone until the element has the focus, as somebody does who has no pointer. */
export async function tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const page = target.page();
  const focused = target.and(page.locator(":focus"));
  const passed: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press(key);
    passed.push(await nameOfFocus(page));
  }
  throw new Error(`${key} does not lead to ${target}; it passes ${passed.join(" | ")}`);
}

/** Goes to a control and presses it. */
export async function pressBy(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await tabTo(target, key);
  await target.page().keyboard.press("Enter");
}

/** The focus is on something, in sight, and something shows where it is. */
export async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => nameOfFocus(page)).not.toBe("");
  await expect(page.locator(":focus")).toBeInViewport();
}

function nameOfFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: at } = document;
    if (at === null || at === document.body) return "";
    return at.getAttribute("aria-label") || at.textContent?.trim().slice(0, 40) || at.tagName;
  });
}

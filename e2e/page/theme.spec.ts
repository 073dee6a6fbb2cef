import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

/** What the first frame shows: the theme that is set by then, and the ground. */
type FirstFrame = { readonly theme: string | undefined; readonly lightness: number };

/** Notes it in the first frame's own callback: styles are there by then, and nothing has been painted. */
async function watchFirstFrame(page: Page, stored: string | undefined): Promise<void> {
  await page.addInitScript((theme) => {
    try {
      if (theme !== undefined) localStorage.setItem("toolweave:theme", theme);
    } catch {
      // about:blank has no storage
    }
    const look = () => {
      if (document.body === null) return requestAnimationFrame(look); // nothing to paint yet
      const canvas = document.createElement("canvas").getContext("2d");
      if (canvas === null) throw new Error("no canvas");
      canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      Reflect.set(window, "firstFrame", {
        theme: document.documentElement.dataset.theme,
        lightness: Math.round((red + green + blue) / 3),
      });
    };
    requestAnimationFrame(look);
  }, stored);
}

const firstFrame = (page: Page): Promise<FirstFrame> => page.evaluate(() => Reflect.get(window, "firstFrame"));

for (const [stored, system] of [
  ["dark", "light"],
  ["light", "dark"],
] as const) {
  test(`a chosen ${stored} theme is there with the first frame, on a ${system} system, without any code of the page's (case 199)`, async ({
    page,
    server,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await watchFirstFrame(page, stored);
    await page.route("**/*.js", (route) => route.abort()); // only what stands in the page itself runs
    await page.goto(server.url);
    const { theme, lightness } = await firstFrame(page);
    expect(theme).toBe(stored);
    expect(lightness < 128).toBe(stored === "dark");
    const inHead = await page.evaluate(
      () => document.head.querySelector("script:not([src])")?.textContent?.includes("dataset.theme") ?? false,
    );
    expect(inHead).toBe(true);
  });
}

test("a theme that was not chosen is the system's from the first frame on, and stays when it is chosen", async ({
  page,
  server,
  chat,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await watchFirstFrame(page, undefined);
  await chat.open();
  const { theme, lightness } = await firstFrame(page);
  expect([theme, lightness < 128]).toEqual([undefined, true]);
  await page.locator("label", { has: page.getByRole("radio", { name: "Light" }) }).click();
  await page.goto(server.url);
  expect(await firstFrame(page)).toMatchObject({ theme: "light" });
});

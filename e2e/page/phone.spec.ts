import { expect, test } from "../support/test";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("a field that is touched does not make a phone zoom in: none has letters below 16 px", async ({ chat, page }) => {
  await chat.open();
  await chat.send("Fill in a form for the picnic");
  const form = page.getByRole("article", { name: /Your decision/ }).first();
  await expect(form).toBeVisible();
  const sizes = await page
    .locator("input, textarea, select")
    .evaluateAll((fields) =>
      fields
        .filter(
          (field) =>
            field.checkVisibility() && !["checkbox", "radio", "file"].includes(field.getAttribute("type") ?? ""),
        )
        .map((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
    );
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
});

test("the page is as high as what the keyboard leaves of it, and the composer stays in sight", async ({
  chat,
  page,
}) => {
  await chat.open();
  await expect(page.locator('meta[name="viewport"]')).toHaveAttribute("content", /interactive-widget=resizes-content/);
  const composer = page.getByRole("textbox", { name: /^Message/ });
  await composer.focus();
  await page.setViewportSize({ width: 390, height: 420 }); // what resizes-content does when the keyboard opens
  await expect(composer).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(420);
});

test("nothing lies under a notch or a home bar", async ({ chat, page }) => {
  await chat.open();
  await expect(page.locator('meta[name="viewport"]')).toHaveAttribute("content", /viewport-fit=cover/);
  const client = await page.context().newCDPSession(page);
  const insets = { top: 47, topMax: 47, bottom: 34, bottomMax: 34, left: 0, leftMax: 0, right: 0, rightMax: 0 };
  await client.send("Emulation.setSafeAreaInsetsOverride", { insets });
  await expect(page.getByRole("button", { name: "Attach files" })).toBeVisible();
  // What stands in the log is scrolled to where it can be reached.
  const controls = page.locator("button, a[href], textarea, input").filter({ visible: true });
  const boxes = await controls.evaluateAll((all) =>
    all
      .filter((one) => one.closest(".tw-log") === null)
      .map((one) => ({ name: one.getAttribute("aria-label") ?? one.textContent, box: one.getBoundingClientRect() })),
  );
  expect(boxes.length).toBeGreaterThan(3);
  const under = boxes.filter(({ box }) => box.height > 1 && (box.top < 47 - 1 || box.bottom > 844 - 34 + 1));
  expect(under.map(({ name }) => name)).toEqual([]);
});

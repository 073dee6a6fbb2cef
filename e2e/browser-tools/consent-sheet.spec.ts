import { violations } from "../support/axe";
import { expect, test } from "../support/test";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({
      colorScheme,
      viewport: { width: 390, height: 844 },
      permissions: ["geolocation"],
      geolocation: { latitude: 38.7223, longitude: -9.1393, accuracy: 25 },
    });

    test("consent is a sheet for the keyboard too: Esc puts it off, its card opens it again, and the page keeps its place", async ({
      chat,
      page,
    }) => {
      await chat.open();
      await chat.send("What is 3 * 12? Also, what is 11 + 49?");
      await page.getByRole("article", { name: "Add: Done" }).waitFor();
      await chat.send("Where am I?");
      const sheet = page.getByRole("dialog", { name: "Your location needs your decision" });
      await expect(sheet).toBeFocused();
      expect(await violations(page)).toEqual([]);
      const box = await sheet.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844);
      for (const name of ["Decline", "Approve"]) {
        const button = await sheet.getByRole("button", { name, exact: true }).boundingBox();
        expect(button?.height).toBeGreaterThanOrEqual(44);
      }

      const place = () => chat.log.evaluate((log) => log.scrollTop);
      const before = await place();
      await page.keyboard.press("Escape");
      await expect(sheet).toBeHidden();
      const card = page.getByRole("article", { name: "Your location: Your decision" });
      await expect(card).toBeFocused();
      expect(await place()).toBe(before);

      await card.getByRole("button", { name: "Decide" }).press("Enter");
      await expect(sheet).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(sheet.getByRole("button", { name: "Decline" })).toBeFocused();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("article", { name: "Your location: Done" })).toBeVisible();
      await expect(chat.log).toContainText("38.72");
      await expect(sheet).toBeHidden();
    });
  });
}

import { violations } from "../support/axe";
import { expect, test } from "../support/test";

test("feedback is given by keyboard with a comment, is seen by another tab, survives a reload and is taken back; the row stays where it is", async ({
  chat,
  page,
  context,
}) => {
  await chat.open();
  await chat.send("What is 3 * 12?");
  await expect(chat.log).toContainText("3 * 12 is 36");
  const good = page.getByRole("button", { name: "Good answer" });
  const bad = page.getByRole("button", { name: "Bad answer" });
  await expect(bad).toBeEnabled();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("button", { name: "Bad answer" })).toHaveAttribute("aria-pressed", "false");

  const before = await bad.boundingBox();
  await bad.press("Enter");
  await expect(bad).toHaveAttribute("aria-pressed", "true");
  const panel = page.getByRole("region", { name: "Your feedback" });
  await expect(panel).toBeVisible();
  await expect(bad).toBeFocused();
  expect((await bad.boundingBox())?.x).toBe(before?.x);
  expect(await bad.evaluate((button) => button.previousElementSibling?.getAttribute("aria-label"))).toBe("Good answer");
  await expect(other.getByRole("button", { name: "Bad answer" })).toHaveAttribute("aria-pressed", "true");
  expect(await violations(page)).toEqual([]);

  const field = panel.getByRole("textbox", { name: /What should be different/ });
  await field.fill("Show the way");
  await field.press("Enter");
  await expect(panel).toHaveCount(0);
  await expect(bad).toBeFocused();

  await page.reload();
  await expect(bad).toHaveAttribute("aria-pressed", "true");
  await bad.click();
  await expect(field).toHaveValue("Show the way");
  await good.click();
  await expect(good).toHaveAttribute("aria-pressed", "true");
  await panel.getByRole("button", { name: "Undo" }).click();
  await expect(bad).toHaveAttribute("aria-pressed", "true");
  await bad.click();
  await panel.getByRole("button", { name: "Take back" }).click();
  await expect(bad).toHaveAttribute("aria-pressed", "false");
  await expect(other.getByRole("button", { name: "Bad answer" })).toHaveAttribute("aria-pressed", "false");
});

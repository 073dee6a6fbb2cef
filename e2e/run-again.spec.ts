import { violations } from "./support/axe";
import { expect, test } from "./support/test";

test("a failed server tool is run again from its card by keyboard: the former answer is version 1, also after a reload", async ({
  chat,
  page,
}) => {
  await chat.open();
  await chat.send("Call a tool that fails");
  const again = page.getByRole("button", { name: "Run again: Failing tool" });
  await expect(again).toBeVisible();
  await expect(chat.log).toContainText("The tool failed, as it always does.");
  expect(await violations(page)).toEqual([]);

  await again.press("Enter");
  const card = chat.log.getByRole("article", { name: /Failing tool/ });
  await expect(card).toBeFocused();
  const versions = page.getByRole("group", { name: "Versions of this message" });
  await expect(versions).toHaveText("Version 2 / 2");
  await expect(again).toBeVisible(); // it always fails
  await versions.getByRole("button", { name: "Previous version" }).click();
  await expect(versions).toHaveText("Version 1 / 2");
  await expect(chat.log).toContainText("The tool failed, as it always does.");
  await page.reload();
  await expect(versions).toHaveText("Version 1 / 2");
});

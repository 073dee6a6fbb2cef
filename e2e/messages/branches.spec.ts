import { violations } from "../support/axe";
import { expect, test } from "../support/test";

test.describe("versions of a message", () => {
  test("an edited question and an answer written again keep what was before, a reload keeps what is shown", async ({
    chat,
    page,
  }) => {
    await chat.open();
    await chat.send("What is 2 * 21?");
    await expect(chat.log).toContainText("2 * 21 is 42");

    await page.getByRole("button", { name: "Edit message" }).click();
    const editor = page.getByRole("textbox", { name: "Edit message" });
    await expect(editor).toBeFocused();
    await editor.fill("What is 3 * 12?");
    await editor.press("Enter");
    await expect(chat.log).toContainText("3 * 12 is 36");
    await expect(chat.log).not.toContainText("2 * 21");

    const versions = page.getByRole("group", { name: "Versions of this message" });
    await expect(versions).toHaveText("Version 2 / 2");
    await versions.getByRole("button", { name: "Previous version" }).click();
    await expect(chat.log).toContainText("2 * 21 is 42");
    await expect(versions).toHaveText("Version 1 / 2");
    await expect(versions.getByRole("button", { name: "Next version" })).toBeFocused();

    await page.reload();
    await expect(chat.log).toContainText("2 * 21 is 42");
    await expect(versions).toHaveText("Version 1 / 2");
    await expect(chat.log).not.toContainText("3 * 12");

    await page.getByRole("button", { name: "Write again" }).click();
    await expect(versions).toHaveCount(2);
    await expect(versions.last()).toHaveText("Version 2 / 2");
    await expect(chat.log).toContainText("2 * 21 is 42");
    expect(await violations(page)).toEqual([]);

    await page.keyboard.press("Tab");
    await versions.first().getByRole("button", { name: "Next version" }).press("Enter");
    await expect(chat.log).toContainText("3 * 12 is 36");
    await chat.send("What is 5 * 5?");
    await expect(chat.log).toContainText("5 * 5 is 25");
    await expect(chat.log).toContainText("3 * 12 is 36");
    await expect(chat.log).not.toContainText("2 * 21");
  });
});

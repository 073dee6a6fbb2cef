import type { CDPSession, Locator, Page } from "@playwright/test";
import { stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

/** Types a word as an input method does: what is shown is not yet what is written. */
async function compose(session: CDPSession, text: string): Promise<void> {
  await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
}

/** The key that ends a composition, as the system sends it while one is open. */
async function pressWithin(session: CDPSession, key: "Enter" | "Escape"): Promise<void> {
  const code = { key: "Process", code: key, windowsVirtualKeyCode: 229 };
  await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...code });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...code });
}

async function writeAWord(page: Page, field: Locator): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await field.fill("");
  await field.focus();
  await compose(session, "にほん");
  await expect(field).toHaveValue("にほん");
  await page.keyboard.press("Enter"); // a key event of its own, told as composing by the browser itself
  await compose(session, "日本");
  await pressWithin(session, "Enter");
  await pressWithin(session, "Escape");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/日本|にほん/);
  await session.send("Input.insertText", { text: "日本" });
  await session.detach();
}

test("an input method's own Enter sends, keeps and gives up nothing; the next one does, once (case 193)", async ({
  chat,
  page,
}) => {
  await chat.open();
  const box = page.getByRole("textbox", { name: /message|queue/i });
  await writeAWord(page, box);
  await expect(chat.log.locator("[data-message]")).toHaveCount(0);
  await box.press("Enter");
  await expect(chat.log.locator('[data-knot="person"]')).toHaveCount(1);
  await expect(stopOf(page)).toBeHidden();

  await page.getByRole("button", { name: "Edit message" }).click();
  const editor = page.getByRole("textbox", { name: "Edit message" });
  await writeAWord(page, editor);
  await editor.press("Enter");
  await expect(chat.log.getByRole("group", { name: "Versions of this message" })).toHaveText("Version 2 / 2");

  const threads = page.getByRole("navigation", { name: "Threads" });
  await threads
    .getByRole("button", { name: /^Rename / })
    .first()
    .click();
  const name = page.getByRole("textbox", { name: "Name of the thread" });
  await writeAWord(page, name);
  await name.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("日本");
});

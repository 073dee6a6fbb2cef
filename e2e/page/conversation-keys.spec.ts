import type { Page } from "@playwright/test";
import { expectFocus, pressBy, tabTo } from "../support/keys";
import { boxOf, stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

test.use({
  serverEnv: { TOOLWEAVE_DEMO_PACE: "100" },
  permissions: ["clipboard-read", "clipboard-write", "geolocation"],
  geolocation: { latitude: 38.7223, longitude: -9.1393, accuracy: 25 },
});

const isReady = (page: Page) => expect(stopOf(page)).toBeHidden({ timeout: 30_000 });

/** Types and sends with the keyboard alone, from wherever the focus is. */
async function say(page: Page, text: string): Promise<void> {
  await tabTo(boxOf(page));
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test.describe("with the keyboard alone", () => {
  test("a thread is begun, left, opened, renamed and deleted", async ({ chat, page }) => {
    await chat.open();
    await say(page, "What is 3 * 12?");
    await expect(chat.log).toContainText("3 * 12 is 36");
    await isReady(page);

    await pressBy(page.getByRole("button", { name: "New thread" }).first(), "Shift+Tab");
    await expect(page.getByRole("heading", { name: "Start a thread" })).toBeVisible();
    await expect(boxOf(page)).toBeFocused();
    await page.keyboard.type("What is 2 * 21?");
    await page.keyboard.press("Enter");
    await expect(chat.log).toContainText("2 * 21 is 42");
    await isReady(page);
    await page.keyboard.press("Control+Shift+O");
    await expect(page.getByRole("heading", { name: "Start a thread" })).toBeVisible();
    await expect(boxOf(page)).toBeFocused();

    const threads = page.getByRole("navigation", { name: "Threads" });
    await pressBy(threads.getByRole("button", { name: /^What is 3 \* 12\?/ }), "Shift+Tab");
    await expect(chat.log).toContainText("3 * 12 is 36");
    await expectFocus(page);

    await pressBy(threads.getByRole("button", { name: "Rename What is 3 * 12?" }), "Shift+Tab");
    await expect(page.getByRole("textbox", { name: "Name of the thread" })).toBeFocused();
    await page.keyboard.type("A sum");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "A sum" })).toBeVisible();
    await expectFocus(page);

    await pressBy(threads.getByRole("button", { name: "Delete A sum" }));
    await expect(threads.getByRole("button", { name: "Keep" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(threads.getByRole("button", { name: /^A sum/ })).toBeVisible();
    await pressBy(threads.getByRole("button", { name: "Delete A sum" }));
    await pressBy(threads.getByRole("button", { name: "Delete", exact: true }), "Shift+Tab");
    await expect(threads.getByRole("button", { name: /^A sum/ })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Start a thread" })).toBeVisible();
    await expectFocus(page);
  });

  test("a message is copied, written anew and answered again, and one goes between the versions", async ({
    chat,
    page,
  }) => {
    await chat.open();
    await say(page, "What is 2 * 21?");
    await expect(chat.log).toContainText("2 * 21 is 42");
    await isReady(page);
    const copy = chat.log.getByRole("button", { name: "Copy the message" });
    await pressBy(copy.last(), "Shift+Tab");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("2 * 21 is 42");
    await expectFocus(page);

    await pressBy(chat.log.getByRole("button", { name: "Edit message" }), "Shift+Tab");
    await expect(chat.log.getByRole("textbox", { name: "Edit message" })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("What is 3 * 12?");
    await page.keyboard.press("Enter");
    await expect(chat.log).toContainText("3 * 12 is 36");
    await isReady(page);
    await expectFocus(page);

    const versions = chat.log.getByRole("group", { name: "Versions of this message" });
    await pressBy(versions.getByRole("button", { name: "Previous version" }));
    await expect(chat.log).toContainText("2 * 21 is 42");
    await expect(versions.getByRole("button", { name: "Next version" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(chat.log).toContainText("3 * 12 is 36");
    await expectFocus(page);

    await pressBy(chat.log.getByRole("button", { name: "Write again" }));
    await expect(versions).toHaveCount(2);
    await expect(versions.last()).toHaveText("Version 2 / 2");
    await isReady(page);
    await expectFocus(page);
  });

  test("an answer is stopped, by Esc and by its button, and what one types goes on", async ({ chat, page }) => {
    await chat.open();
    await say(page, "Write a long text");
    await expect(chat.log).toContainText("The warp is the set");
    await page.keyboard.press("Escape");
    await isReady(page);
    await expect(boxOf(page)).toBeFocused();
    await say(page, "Write a long text");
    await expect(chat.log.getByText("The warp is the set")).toHaveCount(2);
    await pressBy(stopOf(page));
    await isReady(page);
    await expect(boxOf(page)).toBeFocused();
    await expect(chat.log).not.toContainText("reading this far");
  });

  test("a tool is declined, approved, and run with other arguments", async ({ chat, page }) => {
    await chat.open();
    const decide = async (question: string, name: string | RegExp) => {
      await say(page, question);
      const card = chat.log.getByRole("article", { name: /: Your decision$/ });
      await expect(card).toBeVisible();
      await expect(boxOf(page)).toBeFocused(); // nothing takes the focus from somebody who types
      await pressBy(card.getByRole("button", { name, exact: typeof name === "string" }), "Shift+Tab");
      return card;
    };
    await decide("Where am I?", "Decline");
    await expect(chat.log.getByRole("article", { name: "Your location: Declined" })).toBeVisible();
    await isReady(page);
    await expectFocus(page);

    await decide("Where am I?", "Approve");
    await expect(chat.log.getByRole("article", { name: "Your location: Done" })).toBeVisible();
    await expect(chat.log).toContainText("38.72");
    await isReady(page);
    await expectFocus(page);

    const card = await decide("Tell the server that my team is called Ilex", "Edit");
    await expect(card.getByRole("textbox", { name: "Fact" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(card.getByRole("button", { name: "Edit" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(card.getByRole("textbox", { name: "Fact" })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("my team is called Acer");
    await pressBy(card.getByRole("button", { name: /^Approve/ }));
    await expect(chat.log).toContainText(/keeps: .*Acer/);
    await isReady(page);
    await expectFocus(page);
  });

  test("a document is opened beside the conversation, read and closed", async ({ chat, page }) => {
    await chat.open();
    await say(page, "Write a page with the seats of the picnic table");
    await chat.log.getByRole("article", { name: "Document: Done" }).nth(1).waitFor({ timeout: 40_000 });
    await isReady(page);
    const panel = page.getByRole("complementary", { name: "Document beside the conversation" });
    const opener = chat.log.getByRole("button", { name: "Open document" }).nth(1);
    await pressBy(opener, "Shift+Tab");
    await expect(panel).toBeVisible();
    await pressBy(panel.getByRole("button", { name: "Code", exact: true }));
    await expect(panel).toContainText(/<!doctype html>/i);
    await pressBy(panel.getByRole("button", { name: "Version 1" }));
    await pressBy(panel.getByRole("button", { name: "Close document" }));
    await expect(panel).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press("Control+.");
    await expect(panel).toBeVisible();
    await tabTo(panel.getByRole("button", { name: "Close document" }));
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expectFocus(page);
  });

  test("a file is attached, taken out, attached again and sent", async ({ chat, page }) => {
    await chat.open();
    const attach = async () => {
      const choosing = page.waitForEvent("filechooser");
      await pressBy(page.getByRole("button", { name: "Attach files" }));
      await (await choosing).setFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("bread, figs") });
      await expect(page.locator('li[data-state="uploaded"]')).toHaveCount(1);
      await expectFocus(page);
    };
    await attach();
    await pressBy(page.getByRole("button", { name: "Remove list.txt" }), "Shift+Tab");
    await expect(page.locator('li[data-state="uploaded"]')).toHaveCount(0);
    await expectFocus(page);
    await attach();
    await tabTo(boxOf(page), "Shift+Tab");
    await page.keyboard.type("What is on it?");
    await page.keyboard.press("Enter");
    await expect(chat.log).toContainText("list.txt: a text file of 11 bytes");
    await expect(boxOf(page)).toBeFocused();
  });
});

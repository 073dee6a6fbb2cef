import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { test as base, expect, tabOf } from "../support/headless-page";

/** The product's own agent, with the demo model, on a page that registers the whole library. */
type Chat = { readonly log: Locator; open(): Promise<void>; send(text: string): Promise<void> };

const test = base.extend<{ chat: Chat }>({
  chat: async ({ page, open, host }, use) => {
    await use({
      log: page.getByRole("region", { name: "Messages" }),
      open: async () => void (await open(page, `${host.url}/?agent=demo`)),
      send: (text) => tabOf(page).send(text),
    });
  },
});

test.use({
  permissions: ["clipboard-read", "clipboard-write", "notifications"],
  timezoneId: "Asia/Kolkata",
  locale: "pt-PT",
});

const CSV = `month,region,sales\n${Array.from({ length: 60 }, (_, row) => `m${row},north,${row * 10}`).join("\n")}\n`;

test.describe("the library of browser tools, with the browser's own interfaces", () => {
  test("copies to the clipboard from a click, and reads it back from another", async ({ chat, page }) => {
    await chat.open();
    await chat.send("Copy “see you at seven” to the clipboard");
    const copy = page.getByRole("article", { name: "Copy to the clipboard: Needs your click" });
    await expect(copy).toContainText("Nothing has run yet");
    await copy.getByRole("button", { name: "Run now" }).click();
    await expect(chat.log).toContainText("It is in your clipboard, ready to paste.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("see you at seven");
    await chat.send("What is in my clipboard?");
    await page
      .getByRole("article", { name: "Read the clipboard: Needs your click" })
      .getByRole("button", { name: "Run now" })
      .click();
    await expect(chat.log).toContainText("Your clipboard says: see you at seven");
  });

  test("a clipboard that the browser does not permit is told to the agent", async ({ chat, page, context }) => {
    await context.clearPermissions();
    await chat.open();
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.reject(new DOMException("denied", "NotAllowedError"));
    });
    await chat.send("What is in my clipboard?");
    await page
      .getByRole("article", { name: "Read the clipboard: Needs your click" })
      .getByRole("button", { name: "Run now" })
      .click();
    await expect(page.getByRole("article", { name: "Read the clipboard: Failed" })).toContainText("does not permit it");
    await expect(chat.log).toContainText("I could not read your clipboard");
  });

  test("opens a file of this machine, sends its beginning only, and draws all of it", async ({ chat, page }) => {
    const bodies: string[] = [];
    page.on("request", (request) => bodies.push(request.postData() ?? ""));
    await chat.open();
    await chat.send("Draw a chart from a file");
    const card = page.getByRole("article", { name: "Open a local file: Needs your click" });
    const chooser = page.waitForEvent("filechooser");
    await card.getByRole("button", { name: "Run now" }).click();
    await (await chooser).setFiles({ name: "sales.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) });
    await expect(chat.log).toContainText("There are 60 points, from 0 to 590.");
    const drawing = page.getByRole("img", { name: "60 points, from 0 to 590" });
    await expect(drawing).toBeVisible();
    await expect(drawing.locator("[data-point=bar]")).toHaveCount(60);
    expect(bodies.join("")).toContain("m2");
    expect(bodies.join("")).not.toContain("m3,");
    expect(bodies.join("")).not.toContain('"m3"');
  });

  test("a file dialog that is closed is a decline", async ({ chat, page }) => {
    await chat.open();
    await chat.send("Draw a chart from a file");
    const card = page.getByRole("article", { name: "Open a local file: Needs your click" });
    const chooser = page.waitForEvent("filechooser");
    await card.getByRole("button", { name: "Run now" }).click();
    await (await chooser).element().dispatchEvent("cancel");
    await expect(page.getByRole("article", { name: "Open a local file: Declined" })).toBeVisible();
    await expect(chat.log).toContainText("I could not open a file");
  });

  test("saves a file", async ({ chat, page }) => {
    await chat.open();
    await chat.send("Save a packing list as a file");
    const card = page.getByRole("article", { name: "Save a file: Needs your click" });
    const download = page.waitForEvent("download");
    await card.getByRole("button", { name: "Run now" }).click();
    expect((await download).suggestedFilename()).toBe("picnic.md");
    expect(await readFile(await (await download).path(), "utf8")).toContain("- a blanket");
    await expect(chat.log).toContainText("Saved as picnic.md");
  });

  test("tells time zone, language and screen without asking", async ({ chat, page }) => {
    await chat.open();
    await chat.send("What time is it here?");
    await expect(chat.log).toContainText(/It is \d\d:\d\d where you are \(Asia\/(Kolkata|Calcutta)\)/);
    const card = page.getByRole("article", { name: "Screen and time zone: Done" });
    await expect(card).toContainText("pt-PT");
    await expect(card).toContainText("+05:30");
    await expect(card).toContainText("1280");
  });

  test("turns the page dark", async ({ chat, page }) => {
    await chat.open();
    await chat.send("Make it dark");
    await expect(chat.log).toContainText("It is dark now.");
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  });

  test("shows a notification", async ({ chat, page }) => {
    await page.addInitScript(() => {
      // The system's own part: a headless browser has no place to show it.
      const shown: string[] = [];
      Object.assign(window, { shown });
      class SystemNotification extends EventTarget {
        static permission = "granted";
        onshow?: () => void;
        constructor(title: string, { body }: { body: string }) {
          super();
          shown.push(`${title}: ${body}`);
          setTimeout(() => this.onshow?.());
        }
      }
      Object.assign(window, { Notification: SystemNotification });
    });
    await chat.open();
    await chat.send("Notify me that the tea is ready");
    await page
      .getByRole("article", { name: "Show a notification: Needs your click" })
      .getByRole("button", { name: "Run now" })
      .click();
    await expect(chat.log).toContainText("Done.");
    expect(await page.evaluate(() => Reflect.get(window, "shown"))).toEqual(["Toolweave: the tea is ready"]);
  });

  test("reads aloud, or says that this device cannot", async ({ chat, page }) => {
    await chat.open();
    await chat.send("Read aloud: good evening");
    const card = page.getByRole("article", { name: "Read aloud: Your decision" });
    await expect(card).toContainText("Your yes is remembered");
    await card.getByRole("button", { name: "Approve" }).click();
    await expect(chat.log).toContainText(/Done\.|could not read aloud|cannot read aloud/);
  });
});

test.describe("a tool on the server that asks first", () => {
  test("runs with the person's words, shows both, and the agent knows", async ({ chat, page, host }) => {
    await chat.open();
    await chat.send("Tell the server that my team is called Ilex");
    const card = page.getByRole("article", { name: "Keep a fact: Your decision" });
    await expect(card).toContainText("The server will keep this sentence for later threads.");
    await card.getByRole("button", { name: "Edit" }).click();
    const field = card.getByRole("textbox", { name: "Fact" });
    await field.fill("");
    await expect(card.getByRole("alert")).toBeVisible();
    await expect(card.getByRole("button", { name: /^Approve/ })).toBeDisabled();
    await field.fill("The team is called Holm");
    await card.getByRole("button", { name: "Approve with 1 change" }).click();
    await expect(chat.log).toContainText("The server keeps: The team is called Holm");
    await expect(page.getByRole("article", { name: "Keep a fact: Done" })).toContainText("You changed 1 argument");
    const found = await page.request.post(`${host.url}/api/store/items/search`, {
      data: { namespace_prefix: ["facts"] },
    });
    expect((await found.json()).items).toMatchObject([{ value: { fact: "The team is called Holm" } }]);
  });

  test("is declined with a reason, answered in its place, and waits again after a reload", async ({ chat, page }) => {
    await chat.open();
    await chat.send("Tell the server that my team is called Ilex");
    const waiting = page.getByRole("article", { name: "Keep a fact: Your decision" });
    await expect(waiting).toBeVisible();
    await page.reload();
    await waiting.getByRole("button", { name: "Say why not" }).click();
    await waiting.getByRole("textbox", { name: /^Why not/ }).fill("that is private");
    await waiting.getByRole("button", { name: "Decline" }).click();
    await expect(page.getByRole("article", { name: "Keep a fact: Declined" })).toContainText("that is private");
    await expect(chat.log).toContainText("Nothing was kept");
    await chat.send("Tell the server that my team is called Ilex");
    await waiting.getByRole("button", { name: "Answer yourself" }).click();
    await waiting.getByRole("textbox", { name: /^Your answer/ }).fill("it has no name");
    await waiting.getByRole("button", { name: "Answer", exact: true }).click();
    await expect(chat.log).toContainText("You answered: it has no name");
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../support/test";

const PDF = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: "#0f938f" } })
    .jpeg()
    .toBuffer();

const attached = (page: Page) => page.getByRole("list", { name: "Attached files" });
const files = (log: Locator) => log.getByRole("list", { name: "Files" });
const ready = (page: Page, count: number) =>
  expect(attached(page).locator('li[data-state="uploaded"]')).toHaveCount(count);

/** Gives the page files as a clipboard or a drag would, on the element that would have them. */
async function give(
  target: Locator,
  type: "paste" | "drop",
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const given = { type, name: file.name, mimeType: file.mimeType, base64: file.buffer.toString("base64") };
  await target.evaluate((element, { type, name, mimeType, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], name, { type: mimeType }));
    const options = { bubbles: true, cancelable: true };
    if (type === "paste")
      return element.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
    for (const step of ["dragenter", "dragover", "drop"])
      element.dispatchEvent(new DragEvent(step, { ...options, dataTransfer: data }));
  }, given);
}

test("files are picked, pasted and dropped, sent, and still there after a reload; they go with their thread", async ({
  chat,
  server,
}) => {
  const { page, log } = chat;
  await chat.open();
  const box = page.getByRole("textbox", { name: /message/i });
  const button = page.getByRole("button", { name: "Attach files" });
  expect(await button.getAttribute("title")).toBe(
    "Attach files: images, PDF, text, and audio, up to 20 MB each, 10 in a message",
  );

  const picked = page.waitForEvent("filechooser");
  await button.click();
  await (await picked).setFiles({ name: "plan.pdf", mimeType: "application/pdf", buffer: PDF });
  await give(box, "paste", { name: "photo.jpg", mimeType: "image/jpeg", buffer: await photo() });
  await give(log, "drop", { name: "notes.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
  await ready(page, 3);
  await expect(attached(page).getByRole("img")).toHaveCount(0); // a preview beside the name says nothing more
  await expect(attached(page).locator("img")).toHaveJSProperty("naturalWidth", 900);

  await page.reload(); // the draft has its files again, and does not send them twice
  await ready(page, 3);
  expect(readdirSync(join(server.dataDir, "attachments"))).toHaveLength(3);

  await chat.send("What are these?");
  await expect(attached(page)).toHaveCount(0);
  await expect(log).toContainText("photo.jpg: an image of");
  await expect(log).toContainText("900 × 600 pixels");
  await page.reload();
  await expect(files(log).getByRole("listitem")).toHaveCount(3);
  const thumbnail = files(log).getByRole("button", { name: "Enlarge photo.jpg" });
  await expect(thumbnail.locator("img")).toHaveJSProperty("naturalWidth", 640);

  await thumbnail.click();
  const dialog = page.getByRole("dialog", { name: "photo.jpg" });
  await expect(dialog.getByRole("img")).toHaveJSProperty("naturalWidth", 900);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(thumbnail).toBeFocused();

  const downloading = page.waitForEvent("download");
  await files(log)
    .getByRole("link", { name: /^Download plan\.pdf/ })
    .click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("plan.pdf");
  expect(readFileSync(await download.path())).toEqual(PDF);

  const threads = page.getByRole("navigation", { name: "Threads" });
  await threads.getByRole("button", { name: "What are these?" }).first().hover();
  await threads.getByRole("button", { name: "Delete What are these?" }).click();
  await threads.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => readdirSync(join(server.dataDir, "attachments"))).toEqual([]);
});

test("a file that is not taken says why, here or by the server's word", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  const box = page.getByRole("textbox", { name: /message/i });
  await give(box, "drop", { name: "photos.zip", mimeType: "application/zip", buffer: Buffer.from("PK") });
  await expect(page.getByRole("main", { name: "Conversation" }).getByRole("alert")).toHaveText(
    "photos.zip: not taken here. Taken: images, PDF, text, and audio.",
  );
  await page.getByRole("button", { name: "Dismiss" }).click();
  await give(box, "drop", { name: "data", mimeType: "", buffer: Buffer.from([0, 1, 2]) });
  await expect(attached(page).getByRole("alert")).toHaveText(/^What is in this file is of no type that is taken here/);
  await chat.send("Look at this");
  await expect(page.getByRole("alert").first()).toHaveText("A file was not uploaded. Upload it again, or remove it.");
  await page.getByRole("button", { name: "Remove data" }).click();
  await box.press("Enter");
  await expect(chat.log).toContainText("Look at this");
});

test("an upload shows how far it is, holds the message, and is tried again after a failure", async ({ chat }) => {
  const { page, log } = chat;
  await chat.open();
  const box = page.getByRole("textbox", { name: /message/i });
  let fails = true;
  await page.route("**/api/attachments", async (route) => {
    if (fails) return route.abort("connectionreset");
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  const text = { name: "long.txt", mimeType: "text/plain", buffer: Buffer.alloc(400_000, "x") };
  await give(box, "paste", text);
  await expect(attached(page).getByRole("alert")).toHaveText("It did not get to the server.");
  fails = false;
  await page.getByRole("button", { name: "Upload long.txt again" }).click();
  await expect(page.getByRole("progressbar", { name: "Uploading long.txt" })).toBeVisible();
  await chat.send("Sum this up");
  await expect(page.getByRole("status").filter({ hasText: "Sent as soon as the files are uploaded." })).toBeVisible();
  await expect(log).toContainText("long.txt: a text file of 400,000 bytes");
  await expect(box).toHaveValue("");
});

test("an upload that a reload cuts off begins again with the draft", async ({ chat }) => {
  const { page } = chat;
  await chat.open();
  await page.route("**/api/attachments", () => {}); // it never comes to an end
  await give(page.getByRole("textbox", { name: /message/i }), "paste", {
    name: "plan.pdf",
    mimeType: "application/pdf",
    buffer: PDF,
  });
  await expect(page.getByRole("progressbar", { name: "Uploading plan.pdf" })).toBeVisible();
  await expect.poll(() => page.evaluate(keptFiles)).toBe(1);
  await page.unroute("**/api/attachments");
  await page.reload();
  await ready(page, 1);
});

test("a recording is played where it stands", async ({ chat }) => {
  const { page, log } = chat;
  await chat.open();
  await give(page.getByRole("textbox", { name: /message/i }), "paste", {
    name: "note.wav",
    mimeType: "audio/wav",
    buffer: silence(),
  });
  await ready(page, 1);
  await page.getByRole("button", { name: "Send" }).click(); // a file alone is a message
  const player = files(log).locator("audio");
  await expect(player).toHaveJSProperty("error", null);
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => Math.round(audio.duration * 10))).toBe(10);
});

/** How many drafts have files in this browser. */
function keptFiles(): Promise<number> {
  return new Promise((resolve) => {
    const opening = indexedDB.open("toolweave-outbox");
    opening.onsuccess = () => {
      const database = opening.result;
      const counting = database.transaction("attachments").objectStore("attachments").count();
      counting.onsuccess = () => {
        database.close();
        resolve(counting.result);
      };
    };
  });
}

/** A second of nothing, 8,000 samples. */
function silence(): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + 8_000, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(8_000, 40);
  return Buffer.concat([header, Buffer.alloc(8_000, 128)]);
}

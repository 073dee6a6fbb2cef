import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { strFromU8, unzipSync } from "fflate";
import { boxOf, openTab, send, stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

test("two browsers are two people: neither sees the other's threads", async ({ chat, page, browser, server }) => {
  await chat.open();
  await chat.send("What is 3 * 12?");
  await expect(chat.log).toContainText("36");
  const other = await browser.newContext();
  const stranger = await openTab(other, page.url());
  await expect(stranger.getByText("36", { exact: true })).toBeHidden();
  await stranger.goto(server.url);
  await boxOf(stranger).waitFor();
  await expect(stranger.getByRole("navigation", { name: "Threads" }).getByText("What is 3 * 12?")).toBeHidden();
  await send(stranger, "What is 2 * 21?");
  await expect(stranger.getByRole("region", { name: "Messages" })).toContainText("42");
  await page.reload();
  await expect(chat.log).toContainText("36");
  await expect(page.getByRole("navigation", { name: "Threads" }).getByText("What is 2 * 21?")).toBeHidden();
  await other.close();
});

test("a browser that has lost its cookie says so, and after a reload goes on as somebody new", async ({
  chat,
  page,
  context,
}) => {
  await chat.open();
  await chat.send("What is 3 * 12?");
  await expect(chat.log).toContainText("3 * 12 is 36.");
  await expect(stopOf(page)).toBeHidden(); // nothing is asked any more
  await context.clearCookies();
  await chat.send("What is 4 * 11?");
  await expect(page.getByText(/This browser is not known here, or not any more\. Reload the page/)).toBeVisible();
  await chat.open();
  await chat.send("What is 2 * 21?");
  await expect(chat.log).toContainText("42");
});

test("everything of a person is downloaded as one archive, and deleted after a question", async ({
  chat,
  page,
  context,
}) => {
  await chat.open();
  await chat.send("What is 3 * 12?");
  await expect(chat.log).toContainText("36");
  const [before] = await context.cookies();
  const yours = page.getByRole("region", { name: "Your data" });
  await yours.getByRole("button", { name: "Your data" }).click();
  const downloading = page.waitForEvent("download");
  await yours.getByRole("link", { name: "Download my data" }).click();
  const files = unzipSync(new Uint8Array(await readFile(await (await downloading).path())));
  const [thread = new Uint8Array()] = Object.entries(files)
    .filter(([name]) => name.startsWith("threads/"))
    .map(([, bytes]) => bytes);
  expect(strFromU8(thread)).toContain("What is 3 * 12?");

  await yours.getByRole("button", { name: "Delete all my data" }).click();
  await yours.getByRole("button", { name: "Keep" }).click();
  await expect(chat.log).toContainText("36");
  await yours.getByRole("button", { name: "Delete all my data" }).click();
  await yours.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Threads" }).getByText("What is 3 * 12?")).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
  await chat.send("What is 2 * 21?");
  await expect(chat.log).toContainText("42");
  const [after] = await context.cookies();
  expect(after?.value).not.toBe(before?.value);
});

test("while a backup reads the files, the page says that traces of what was deleted are still there", async ({
  chat,
  page,
  server,
}) => {
  await chat.open();
  await chat.send("What is 3 * 12?");
  await expect(chat.log).toContainText("36");
  const backup = new Sqlite(join(server.dataDir, "toolweave.sqlite"));
  backup.exec("BEGIN");
  backup.prepare("SELECT count(*) FROM threads").get();
  const yours = page.getByRole("region", { name: "Your data" });
  await yours.getByRole("button", { name: "Your data" }).click();
  await yours.getByRole("button", { name: "Delete all my data" }).click();
  await page.keyboard.press("Escape");
  await expect(yours.getByRole("button", { name: "Delete all my data" })).toBeFocused();
  await page.keyboard.press("Enter");
  await yours.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(yours.getByRole("status")).toContainText("All is deleted. Traces of it are still being overwritten");
  await expect(page.getByRole("navigation", { name: "Threads" }).getByText("What is 3 * 12?")).toBeHidden();
  backup.exec("COMMIT");
  backup.close();
});

test("another site's form makes nobody a new visitor", async ({ page, server }) => {
  const cookieAfter = async (method: string, headers: Record<string, string>) => {
    const response = await page.request.fetch(server.url, { method, headers, maxRedirects: 0 });
    return response.headers()["set-cookie"];
  };
  await page.context().clearCookies();
  expect(await cookieAfter("POST", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" })).toBeUndefined();
  expect(await cookieAfter("GET", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" })).toBeUndefined();
  expect(await cookieAfter("GET", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" })).toBeDefined();
});

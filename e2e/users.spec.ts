import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { boxOf, openTab, send } from "./support/tabs";
import { expect, test } from "./support/test";

test.describe("pages", () => {
  test.use({ serverEnv: { TOOLWEAVE_FRAME_ANCESTORS: "https://intranet.example" } });

  test("have a strict policy of their own, also where something is wrong", async ({ page, server }) => {
    const nonces = new Set<string>();
    for (const path of ["/", "/t/no-such-thread", "/no/such/page", "/%zz"]) {
      const response = await page.request.get(server.url + path);
      const headers = response.headers();
      const policy = headers["content-security-policy"] ?? "";
      const directive = (name: string) => policy.split("; ").find((part) => part.startsWith(`${name} `)) ?? "";
      expect([path, headers["referrer-policy"], headers["x-content-type-options"]]).toEqual([
        path,
        "same-origin",
        "nosniff",
      ]);
      expect(headers["permissions-policy"]).toContain("camera=()");
      if (path === "/%zz") {
        expect(policy).toBe("default-src 'none'; frame-ancestors 'none'");
        continue;
      }
      expect(directive("script-src")).toMatch(/^script-src 'self' 'nonce-[^']+' 'strict-dynamic'$/);
      expect(directive("style-src")).toMatch(/^style-src 'self' 'nonce-[^']+'$/);
      expect(directive("frame-src")).toBe("frame-src 'self'");
      expect(directive("frame-ancestors")).toBe("frame-ancestors 'self' https://intranet.example");
      nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? "");
    }
    expect(nonces.size).toBe(3);
  });
});

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
  await context.clearCookies();
  await chat.send("What is 3 * 12?");
  await expect(page.getByText(/This browser is not known here, or not any more\. Reload the page/)).toBeVisible();
  await page.reload();
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

test.describe("a person who asks too much", () => {
  test.use({ serverEnv: { TOOLWEAVE_MAX_MESSAGE_CHARACTERS: "20", TOOLWEAVE_MAX_THREADS: "1" } });

  test("is told in a sentence what the limit is", async ({ chat, page }) => {
    await chat.open();
    await chat.send("This message has far more than twenty characters.");
    await expect(page.getByText(/has 49 characters, and one may have 20\. Shorten it/)).toBeVisible();
    await chat.send("What is 3 * 12?");
    await expect(chat.log).toContainText("36");
    await page.getByRole("button", { name: "New thread" }).first().click();
    await chat.send("What is 2 * 21?");
    await expect(
      page.getByText("You have as many threads as one person may keep (1). Delete one to begin another."),
    ).toBeVisible();
  });
});

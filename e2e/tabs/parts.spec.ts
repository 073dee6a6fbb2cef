import { holdParts, openUnfinished } from "../support/late-parts";
import { boxOf } from "../support/tabs";
import { expect, test } from "../support/test";

test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "200" } });

test("what is sent before the engine has come is shown, and goes out once", async ({ page, server, chat }) => {
  const gate = Promise.withResolvers<void>();
  const held = await holdParts(page, server.url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await openUnfinished(page, server.url);
  await expect.poll(() => held.size).toBeGreaterThan(0);
  await chat.send("What is 3 * 12?");
  await expect(page.getByText("What is 3 * 12?").first()).toBeVisible();
  await boxOf(page).fill("half a word");
  gate.resolve();
  await expect(chat.log).toContainText("36");
  await expect(boxOf(page)).toHaveValue("half a word");
  const threadId = page.url().split("/").at(-1);
  const state = await (await page.request.get(`${server.url}/api/threads/${threadId}/state`)).json();
  expect(state.values.messages.filter(({ type }: { type: string }) => type === "human")).toHaveLength(1);
});

test("what is typed and sent before the engine has come outlives two reloads, and goes out once", async ({
  page,
  server,
  chat,
}) => {
  await holdParts(page, server.url, () => new Promise(() => {}));
  await openUnfinished(page, server.url);
  await chat.send("What is 3 * 12?");
  await expect(page.getByText("What is 3 * 12?").first()).toBeVisible();
  await boxOf(page).fill("half a word");
  await page.reload({ waitUntil: "commit" });
  await boxOf(page).fill("and more");
  await expect(page.getByRole("button", { name: "Send" })).toBeEnabled(); // the page has heard it
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await expect(chat.log).toContainText("36");
  await expect(boxOf(page)).toHaveValue("half a word\n\nand more");
  const threadId = page.url().split("/").at(-1);
  const state = await (await page.request.get(`${server.url}/api/threads/${threadId}/state`)).json();
  expect(state.values.messages.filter(({ type }: { type: string }) => type === "human")).toHaveLength(1);
});

test("a part that cannot be loaded is said, and comes with another try", async ({ page, server, chat }) => {
  let isBroken = true;
  await holdParts(page, server.url, async (route) => {
    if (isBroken) await route.abort("failed");
    else await route.continue();
  });
  await chat.open();
  await chat.send("What is 3 * 12?");
  const retry = page.getByRole("button", { name: /retry|try again/i });
  await expect(page.getByText("A part of this page could not be loaded")).toBeVisible();
  await expect(page.getByText("What is 3 * 12?").first()).toBeVisible();
  isBroken = false;
  await retry.first().click();
  await expect(chat.log).toContainText("36");
});

test("a page that was idle for a moment needs no more files: without a network all its parts are there", async ({
  page,
  chat,
}) => {
  await chat.open();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1_500); // the browser's own idle time
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) asked.push(request.url());
  });
  await chat.send("Where am I?");
  await expect(page.getByRole("article", { name: /location/i }).first()).toBeVisible();
  await chat.send("What is 3 * 12?");
  await expect(chat.log).toContainText("36");
  expect(asked).toEqual([]);
});

import { boxOf } from "../support/tabs";
import { expect, test } from "../support/test";

test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "20" } });

test.describe("what was typed and not sent", () => {
  test("survives a reload in its thread, also for a thread that does not exist yet, and does not flicker over what is typed", async ({
    chat,
    page,
  }) => {
    await chat.open();
    const box = boxOf(page);
    await box.fill("half a new thread");
    await expect(page.getByRole("button", { name: "Send" })).toBeEnabled(); // the page has heard it
    await page.reload();
    await expect(box).toHaveValue("half a new thread");
    await chat.send("What is 3 * 12?");
    await expect(chat.log).toContainText("36");
    await expect(page).toHaveURL(/\/t\//);
    await box.fill("and then");
    await page.reload();
    await expect(box).toHaveValue("and then");
    await page.goto("about:blank");
    await chat.open();
    await expect(box).toHaveValue("");
  });

  test("a queue survives a reload and goes out once", async ({ chat, page, server }) => {
    await chat.open();
    await chat.send("Write a long text");
    await expect(chat.log).toContainText(/\w{3,}.{60,}/s);
    await chat.send("What is 2 * 21?");
    await expect(page.getByRole("list", { name: "Queued messages" })).toContainText("What is 2 * 21?");
    await page.reload();
    await expect(page.getByRole("list", { name: "Queued messages" })).toContainText("What is 2 * 21?");
    await page.getByRole("button", { name: "Send now" }).click();
    await expect(page.getByRole("article", { name: "Multiply: Done" })).toContainText("42");
    await page.reload();
    await expect(page.getByRole("article", { name: "Multiply: Done" })).toContainText("42");
    const threadId = page.url().split("/").at(-1);
    const state = await (await page.request.get(`${server.url}/api/threads/${threadId}/state`)).json();
    const sent = state.values.messages.filter((message: { type: string }) => message.type === "human");
    expect(sent.map(({ content }: { content: string }) => content)).toEqual(["Write a long text", "What is 2 * 21?"]);
  });

  test("waits without a network, says so, and goes out once when it is back", async ({
    chat,
    page,
    context,
    server,
  }) => {
    await chat.open();
    await chat.send("What is 3 * 12?");
    await expect(chat.log).toContainText("36");
    await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
    await context.setOffline(true);
    await chat.send("What is 2 * 21?");
    await expect(page.getByText("No network. What you sent waits here")).toBeVisible();
    await chat.send("What is 3 * 5?");
    await expect(page.getByRole("list", { name: "Queued messages" })).toContainText("What is 3 * 5?");
    await context.setOffline(false);
    await expect(chat.log).toContainText(/42.*15/s);
    await expect(page.getByText("No network.")).toBeHidden();
    const threadId = page.url().split("/").at(-1);
    const state = await (await page.request.get(`${server.url}/api/threads/${threadId}/state`)).json();
    const sent = state.values.messages.filter((message: { type: string }) => message.type === "human");
    expect(sent.map(({ content }: { content: string }) => content)).toEqual([
      "What is 3 * 12?",
      "What is 2 * 21?",
      "What is 3 * 5?",
    ]);
  });
});

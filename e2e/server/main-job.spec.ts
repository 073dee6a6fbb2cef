import { expect, test } from "../support/test";
import { watchArticles } from "../support/watch-articles";

// Slow enough that a machine that does other things too still draws the arguments many times.
test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "60" } });

test.describe("the main job on the demo model", () => {
  test("keeps the thread: a reload and a restart of the server lose nothing", async ({ chat, page, server }) => {
    await chat.open();
    await chat.send("What is 3 * 12? Also, what is 11 + 49?");
    await expect(page.getByRole("article", { name: "Add: Done" })).toContainText("60");
    await expect(page).toHaveURL(/\/t\/[0-9a-f-]{36}$/);
    await expect(chat.log).toContainText(/36.*60/s);

    await page.reload();
    await expect(page.getByRole("article", { name: "Multiply: Done" })).toContainText("36");
    await server.restart();
    await page.reload();
    await expect(page.getByRole("article", { name: "Multiply: Done" })).toContainText("36");
    await expect(page.getByText("What is 3 * 12? Also, what is 11 + 49?").first()).toBeVisible();
  });

  test("a long argument grows on the page before the call is complete", async ({ chat, page }) => {
    await chat.open();
    const growth = await watchArticles(page);
    await chat.send("Draft an email to Ines about the team week");
    await expect(page.getByRole("article", { name: "Draft an email: Done" })).toBeVisible({ timeout: 30_000 });
    const { textsWhileWriting } = await growth();
    expect(textsWhileWriting.length).toBeGreaterThan(5);
    const longest = textsWhileWriting.at(-1) ?? "";
    expect(longest.length).toBeGreaterThan((textsWhileWriting[0] ?? "").length + 200);
  });

  test("Stop ends the run, keeps what was written, and the thread goes on", async ({ chat, page }) => {
    await chat.open();
    await chat.send("Write a long text");
    await expect(chat.log).toContainText(/\w{3,}.{200,}/s);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
    const kept = (await chat.log.textContent()) ?? "";
    await page.reload();
    await expect(chat.log).toContainText(kept.slice(60, 160).trim().split("\n")[0] ?? kept);
    await chat.send("What is 2 * 21?");
    await expect(page.getByRole("article", { name: "Multiply: Done" })).toContainText("42");
  });
});

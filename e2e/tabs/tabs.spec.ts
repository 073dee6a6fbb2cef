import type { Page } from "@playwright/test";
import { logOf, messagesOf, openTab, send, stepsOf, stopOf, threadOf } from "../support/tabs";
import { expect, test } from "../support/test";

test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "8" } });

test("a run that begins in one tab is seen at once in another of the same thread, and can be stopped there", async ({
  context,
  server,
}) => {
  const first = await openTab(context, server.url);
  await send(first, "What is 3 * 12?");
  await expect(logOf(first)).toContainText("36");
  await expect(stopOf(first)).toBeHidden();
  const second = await openTab(context, first.url());
  await expect(logOf(second)).toContainText("36");
  await send(first, "Write a long text");
  await expect(logOf(second)).toContainText("Write a long text", { timeout: 3_000 });
  await expect(logOf(second)).toContainText(/Write a long text.*\w{3,}.{60,}/s);
  await stopOf(second).click();
  await expect(stopOf(first)).toBeHidden();
  await expect(stopOf(second)).toBeHidden();
  const { length } = await messagesOf(first);
  for (const page of [first, second]) await expect(stepsOf(page)).toHaveCount(length);
  // Not all of what is shown: how long a call took is known to the tab that saw it.
  const lastWords = (page: Page) => stepsOf(page).last().getByRole("paragraph").first().textContent();
  await expect.poll(async () => (await lastWords(first)) === (await lastWords(second))).toBe(true);
});

test("a thread that is renamed or deleted in another tab is so here too, in words", async ({ context, server }) => {
  const first = await openTab(context, server.url);
  await send(first, "What is 3 * 12?");
  await expect(logOf(first)).toContainText("36");
  await expect(stopOf(first)).toBeHidden();
  const second = await openTab(context, first.url());
  await expect(logOf(second)).toContainText("36");

  await first
    .getByRole("button", { name: /^Rename / })
    .first()
    .click();
  await first.getByRole("textbox", { name: "Name of the thread" }).fill("A sum of ours");
  await first.keyboard.press("Enter");
  await expect(second.getByRole("navigation").getByText("A sum of ours")).toBeVisible({ timeout: 5_000 });

  await first.getByRole("button", { name: "Delete A sum of ours" }).click();
  await first.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(second.getByText("This thread was deleted")).toBeVisible({ timeout: 5_000 });
  await expect(second.getByRole("navigation").getByText("A sum of ours")).toBeHidden();
  await send(second, "What is 2 * 21?");
  await expect(logOf(second)).toContainText("42");
  expect(threadOf(second)).not.toBe("");
});

import { startReplayServer } from "@/lib/testing";
import { violations } from "../support/axe";
import { startToolweave } from "../support/server";
import { shiftsOf, watchShifts } from "../support/shifts";
import { boxOf, logOf, send, stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "20" } });

const AT_LIMIT = "Cut off at the model's length limit";

test("what a provider cut off at its limit says so: no tool runs with half its arguments, and the answer goes on upon request", async ({
  page,
}) => {
  const replay = await startReplayServer({ turns: "by-history", chunkBytes: 200, delayMs: 5 });
  const server = await startToolweave({
    TOOLWEAVE_MODEL: "openai:recorded",
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: `${replay.url}/own-openai-cut/v1`,
  });
  const log = logOf(page);
  const status = page.locator(".tw-status").getByRole("status");
  const goOn = log.getByRole("button", { name: "Continue" });
  const looksCut = async () => {
    await expect(log.getByRole("article")).toHaveCount(2);
    await expect(log.getByRole("article").nth(0)).toHaveAccessibleName("Draft an email: Invalid arguments");
    await expect(log.getByRole("article").nth(1)).toHaveAccessibleName("Draft an email: Done");
    await expect(log.getByText(AT_LIMIT)).toHaveCount(2); // of the answer whose call was cut, and of the last one
    await expect(status).toHaveText(AT_LIMIT);
    await expect(goOn).toHaveCount(1);
  };
  try {
    await watchShifts(page);
    await page.goto(server.url);
    await boxOf(page).waitFor();
    await send(page, "Draft an email to Ines");
    await expect(log).toContainText("Before you send it, you");
    await looksCut();
    await expect(log.getByRole("article").nth(0)).toContainText(/did not write this call to its end, so nothing ran/);
    await expect(log).not.toContainText(/not valid JSON/); // the model's sentence
    await expect(log.getByRole("button", { name: /^Run again/ })).toHaveCount(0); // it would not run then either
    await expect(goOn).toBeEnabled();
    expect(await shiftsOf(page)).toBeLessThan(0.02);
    expect(await violations(page)).toEqual([]);

    await page.reload();
    await looksCut();
    expect(await violations(page)).toEqual([]);

    await goOn.press("Enter");
    await expect(log).toContainText("can still add the time.");
    await expect(log).toContainText("Please go on.");
    await expect(log).toBeFocused();
    await expect(status).toHaveText("Ready");
    await expect(goOn).toHaveCount(0);
    await expect(log.getByText(AT_LIMIT)).toHaveCount(2);
  } finally {
    await server.stop();
    await replay.close();
  }
});

test("an answer that its provider's filter ended says so, and of its calls only the whole one has run", async ({
  page,
}) => {
  const replay = await startReplayServer({ turns: "by-history" });
  const server = await startToolweave({
    TOOLWEAVE_MODEL: "anthropic:recorded",
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: `${replay.url}/own-anthropic-cut`,
  });
  try {
    await page.goto(server.url);
    await boxOf(page).waitFor();
    await send(page, "The weather in Lisbon, and an email about it");
    const log = logOf(page);
    for (const isAgain of [false, true]) {
      if (isAgain) await page.reload();
      await expect(log.getByText("Stopped by the provider's content filter")).toBeVisible();
      await expect(log.getByRole("article", { name: "Weather: Done" })).toBeVisible();
      await expect(log.getByRole("article", { name: "Draft an email: Invalid arguments" })).toBeVisible();
      await expect(log.getByRole("button", { name: "Continue" })).toHaveCount(0);
    }
  } finally {
    await server.stop();
    await replay.close();
  }
});

test("an answer that the person stopped says so at once, after a reload, and in another tab", async ({
  chat,
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await watchShifts(page);
  await chat.open();
  await chat.send("Write a long text");
  await expect(chat.log).toContainText(/\w{3,}.{200,}/s);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(logOf(other)).toContainText(/\w{3,}.{200,}/s);
  const before = await shiftsOf(page);
  await stopOf(page).click();
  for (const shown of [page, other]) {
    await expect(logOf(shown).getByText("Stopped by you")).toBeVisible();
    await expect(shown.locator(".tw-status").getByRole("status")).toHaveText("Stopped by you");
  }
  expect((await shiftsOf(page)) - before).toBeLessThan(0.02);
  await page.reload();
  await expect(chat.log.getByText("Stopped by you")).toBeVisible();
  await expect(chat.log.getByRole("button", { name: "Continue" })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await chat.send("What is 2 * 21?");
  await expect(page.getByRole("article", { name: "Multiply: Done" })).toContainText("42");
  await expect(chat.log.getByText("Stopped by you")).toHaveCount(1);
});

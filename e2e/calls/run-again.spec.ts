import { violations } from "../support/axe";
import { startScriptedProvider } from "../support/scripted-provider";
import { startToolweave } from "../support/server";
import { boxOf, logOf, send } from "../support/tabs";
import { expect, test } from "../support/test";

test("a failed server tool is run again from its card by keyboard: the former answer is version 1, also after a reload", async ({
  chat,
  page,
}) => {
  await chat.open();
  await chat.send("Call a tool that fails");
  const again = page.getByRole("button", { name: "Run again: Failing tool" });
  await expect(again).toBeVisible();
  await expect(chat.log).toContainText("The tool failed, as it always does.");
  expect(await violations(page)).toEqual([]);

  await again.press("Enter");
  const card = chat.log.getByRole("article", { name: /Failing tool/ });
  await expect(card).toBeFocused();
  const versions = page.getByRole("group", { name: "Versions of this message" });
  await expect(versions).toHaveText("Version 2 / 2");
  await expect(again).toBeVisible(); // it always fails
  await versions.getByRole("button", { name: "Previous version" }).click();
  await expect(versions).toHaveText("Version 1 / 2");
  await expect(chat.log).toContainText("The tool failed, as it always does.");
  await page.reload();
  await expect(versions).toHaveText("Version 1 / 2");
});

test("what never came to a tool cannot be run again: the card says why in words for the person, also after a reload", async ({
  page,
}) => {
  const calls = [
    { name: "look_up", args: { query: "looms" } },
    { name: "multiply", args: { a: "three" } },
  ];
  const provider = await startScriptedProvider(new Map([["Go", [{ calls }, { text: "I see." }]]]));
  const server = await startToolweave({
    TOOLWEAVE_MODEL: "openai:scripted",
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: provider.url,
  });
  const log = logOf(page);
  try {
    await page.goto(server.url);
    await boxOf(page).waitFor();
    await send(page, "Go");
    await expect(log).toContainText("I see.");
    for (const isAgain of [false, true]) {
      if (isAgain) await page.reload();
      await expect(log.getByRole("article", { name: "Look up: Failed" })).toContainText("no tool called look_up");
      const multiply = log.getByRole("article", { name: "Multiply: Failed" });
      await expect(multiply).toContainText("does not fit this tool, so nothing ran");
      await expect(log).not.toContainText(/not a valid tool|did not match/); // the model's sentences
      await expect(log.getByRole("button", { name: /^Run/ })).toHaveCount(0);
      const told = multiply.getByRole("button", { name: "What the agent was told" });
      await told.press("Enter");
      await expect(multiply).toContainText(/did not match expected schema/);
      expect(await violations(page)).toEqual([]);
    }
  } finally {
    await server.stop();
    await provider.stop();
  }
});

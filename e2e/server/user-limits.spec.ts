import { expect, test } from "../support/test";

test.use({ serverEnv: { TOOLWEAVE_MAX_MESSAGE_CHARACTERS: "20", TOOLWEAVE_MAX_THREADS: "1" } });

test("a person who asks too much is told in a sentence what the limit is", async ({ chat, page }) => {
  const long = "This message has far more than twenty characters.";
  await chat.open();
  await chat.send(long);
  await expect(page.getByText(/has 49 characters, and one may have 20\. Shorten it/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: /message/i })).toHaveValue(long);
  await chat.send("What is 3 * 12?");
  await expect(chat.log).toContainText("36");
  await page.getByRole("button", { name: "New thread" }).first().click();
  await chat.send("What is 2 * 21?");
  await expect(
    page.getByText("You have as many threads as one person may keep (1). Delete one to begin another."),
  ).toBeVisible();
});

import { expect, test } from "./support/test";

test.use({ serverEnv: { TOOLWEAVE_MAX_MESSAGE_CHARACTERS: "20" } });

test("a person who asks too much is told in a sentence what the limit is", async ({ chat, page }) => {
  await chat.open();
  await chat.send("This message has far more than twenty characters.");
  await expect(page.getByText(/has 49 characters, and one may have 20\. Shorten it/)).toBeVisible();
});

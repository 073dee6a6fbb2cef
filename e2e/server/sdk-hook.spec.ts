import { expect } from "@playwright/test";
import { ready, said, send, test, testHook } from "../support/sdk-hook";

testHook();

test("shows a question, also after a reload, and its answer resumes the run", async ({ page, open }) => {
  await open("asker");
  await send(page, "hello");
  await expect(page.getByRole("region", { name: "Question" })).toContainText("Which one?");
  await ready(page);
  await page.reload();
  await expect(page.getByRole("region", { name: "Question" })).toContainText("Which one?");
  await page.getByRole("button", { name: "Answer" }).click();
  await expect(said(page).last()).toContainText("You chose the red one.");
  await expect(page.getByRole("region", { name: "Question" })).toHaveCount(0);
});

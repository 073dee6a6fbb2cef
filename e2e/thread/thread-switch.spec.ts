import { stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "80" } });

test("a thread that is left while it streams mixes with no other, breaks nothing, and is whole when one comes back (cases 205, 207)", async ({
  chat,
  page,
}) => {
  test.setTimeout(120_000);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("/api/")) errors.push(message.text());
  });
  const threads = page.getByRole("navigation", { name: "Threads" });
  const stop = stopOf(page);
  await chat.open();
  for (const [question, answer] of [
    ["What is 3 * 12?", "3 * 12 is 36"],
    ["What is 2 * 21?", "2 * 21 is 42"],
  ] as const) {
    await chat.send(question);
    await expect(chat.log).toContainText(answer);
    await expect(stop).toBeHidden();
  }
  await chat.send("Write a long text");
  await expect(chat.log).toContainText("The warp is the set");

  await page.getByRole("button", { name: "New thread" }).first().click();
  await expect(page.getByRole("heading", { name: "Start a thread" })).toBeVisible();
  await expect(page.locator("[data-message]")).toHaveCount(0);
  await chat.send("What is 5 * 5?");
  await expect(chat.log).toContainText("5 * 5 is 25");
  await expect(threads.getByRole("button", { name: /3 \* 12.*Writing/ })).toBeVisible(); // the other one goes on
  await expect(chat.log).not.toContainText(/warp|weft|3 \* 12|2 \* 21/i);

  for (let turn = 0; turn < 3; turn += 1) {
    await threads.getByRole("button", { name: /^What is 3 \* 12/ }).click();
    await expect(chat.log).toContainText("The warp is the set");
    await expect(chat.log).not.toContainText("5 * 5");
    await page.getByRole("button", { name: "New thread" }).first().click();
    await expect(page.locator("[data-message]")).toHaveCount(0);
  }
  await threads.getByRole("button", { name: /^What is 3 \* 12/ }).click();
  await expect(chat.log).toContainText("reading this far", { timeout: 60_000 });
  for (const text of ["3 * 12 is 36", "2 * 21 is 42", "The warp is the set"]) {
    await expect(chat.log.getByText(text)).toHaveCount(1);
  }
  await expect(page.getByText(/went wrong/i)).toHaveCount(0);
  expect(errors).toEqual([]);
});

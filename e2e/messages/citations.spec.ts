import { violations } from "../support/axe";
import { holdParts, openUnfinished } from "../support/late-parts";
import { shiftsOf, watchShifts } from "../support/shifts";
import { stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

const ASK = "Who wove the first denim? Name your sources";

test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "60" } });

test("words of an answer carry the numbers of their sources, which lead to the list, and nothing jumps when they come", async ({
  chat,
  page,
}) => {
  await watchShifts(page);
  await chat.open();
  await chat.send(ASK);
  await expect(chat.log.locator("sup").first()).toHaveText("1");
  await expect(stopOf(page)).toBeHidden({ timeout: 30_000 });
  const list = chat.log.getByRole("region", { name: "Sources" });
  await expect(list.getByRole("link")).toHaveText([/^Denim/, /^Jeans/, /^Twill/]);
  await expect(chat.log.locator("sup")).toHaveText(["1", "2", "13"]);
  const twill = chat.log.getByRole("link", { name: "Source 3: Twill, an encyclopedia's page" });
  await twill.focus();
  await page.keyboard.press("Enter");
  await expect(list.getByRole("link", { name: /^Twill/ })).toBeFocused();
  expect(await shiftsOf(page)).toBeLessThan(0.02);
  expect(await violations(page)).toEqual([]);

  await page.reload(); // the message as it is kept
  await expect(chat.log.locator("sup")).toHaveText(["1", "2", "13"]);
});

test("a whole answer with reasoning, calls, code, formulas and a table moves nothing by itself", async ({
  chat,
  page,
}) => {
  test.setTimeout(120_000);
  await watchShifts(page);
  await chat.open();
  for (const prompt of ["Show me rich text", "Think about looms", "What is 3 * 12? Also, what is 11 + 49?"]) {
    const before = await shiftsOf(page);
    await chat.send(prompt);
    await expect(stopOf(page)).toBeVisible();
    await expect(stopOf(page)).toBeHidden({ timeout: 60_000 });
    expect((await shiftsOf(page)) - before, prompt).toBeLessThan(0.02);
  }
});

test("nothing jumps when the engine comes and takes what was sent", async ({ page, server, chat }) => {
  await watchShifts(page);
  const gate = Promise.withResolvers<void>();
  await holdParts(page, server.url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await openUnfinished(page, server.url);
  await chat.send("Think about looms");
  await expect(page.getByText("Think about looms").first()).toBeVisible();
  await page.waitForTimeout(700); // what a key moves within half a second is no jump
  const before = await shiftsOf(page);
  gate.resolve();
  await expect(stopOf(page)).toBeVisible();
  await expect(stopOf(page)).toBeHidden({ timeout: 30_000 });
  expect((await shiftsOf(page)) - before).toBeLessThan(0.02);
});

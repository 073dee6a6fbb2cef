import { seedThread } from "../support/long-thread";
import { measureMainThread } from "../support/main-thread";
import { expect, test } from "../support/test";

const COUNT = 500;
const LENGTH = 2_000;
const CODE =
  "```ts\nexport function pick(thread: number, rise = 2): boolean {\n  return thread % (rise * 2) < rise;\n}\n```";

/** 2,000 characters, of them some code. */
function textAt(place: number): string {
  const words = `Message ${place}. ${"A twill steps one thread to the side with each pick. ".repeat(30)}`;
  return `${`${words.slice(0, 900)}\n\n${CODE}\n\n${words.slice(0, 900)}\n\n`.padEnd(LENGTH - 12, "So. ")}\n\nEnd ${place}.`;
}

test("case 197: a thread of 500 messages of 2,000 characters with code opens in 1.5 s, without a task over 200 ms, and goes up to its first", async ({
  chat,
  page,
  server,
}) => {
  const threadId = await seedThread(page, server.url, COUNT, textAt);
  await chat.open(); // the process has answered once, and the browser has the page's files
  const work = await measureMainThread(page, async () => {
    await page.goto(`${server.url}/t/${threadId}`);
    await expect(chat.log.getByText(`End ${COUNT - 1}.`)).toBeInViewport();
    await expect(page.locator(`[data-message="m-${COUNT - 1}"] pre`)).toContainText("export function pick");
  });
  test.info().annotations.push({ type: "opening", description: JSON.stringify(work) });
  expect(work.totalMs).toBeLessThan(1_500);
  expect(work.longestMs).toBeLessThan(200);
  expect(await page.locator("[data-message]").count()).toBeLessThan(30);

  await chat.log.focus();
  const first = chat.log.getByText("Message 0.").first();
  await expect(async () => {
    await page.keyboard.press("Home");
    await expect(first).toBeInViewport({ timeout: 200 });
  }).toPass();
  await expect(page.locator('[data-message="m-0"]').locator("xpath=ancestor::li")).toHaveAttribute(
    "aria-posinset",
    "1",
  );
});

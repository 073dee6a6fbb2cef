import type { Page } from "@playwright/test";
import { startCountingProxy } from "../support/counting-proxy";
import { logOf, messagesOf, openTab, send, stepsOf, stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

// So slow that every run still goes on when the last tab has begun its own.
test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "1" } });

test("eight visible tabs of one origin, each with a run: four streams at most, Stop works in each, all end as the server", async ({
  context,
  server,
}) => {
  test.setTimeout(180_000);
  const proxy = await startCountingProxy(server.url);
  const pages: Page[] = [];
  for (let tab = 0; tab < 8; tab += 1) pages.push(await openTab(context, proxy.url));
  for (const page of pages) await send(page, "Write a long text");
  for (const page of pages) {
    await expect(stopOf(page)).toBeVisible();
    await expect(page).toHaveURL(/\/t\/[0-9a-f-]{36}$/);
  }
  expect(proxy.streams.most).toBe(4);
  for (const page of pages) {
    await expect(stopOf(page)).toBeVisible();
    await stopOf(page).click();
    await expect(stopOf(page)).toBeHidden();
  }
  expect(proxy.streams.most).toBe(4);
  await expect.poll(() => proxy.streams.open).toBe(0);
  for (const page of pages) {
    const messages = await messagesOf(page);
    await expect(stepsOf(page)).toHaveCount(messages.length);
    const last = messages.at(-1);
    if (last?.type === "ai" && typeof last.content === "string" && last.content !== "") {
      await expect(logOf(page)).toContainText(last.content.split("\n")[0]?.slice(2, 40) ?? "");
    }
    await page.close();
  }
  await proxy.close();
});

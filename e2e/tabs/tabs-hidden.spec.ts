import { setTimeout as wait } from "node:timers/promises";
import { startCountingProxy } from "../support/counting-proxy";
import { logOf, messagesOf, openTab, send, stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "4" } });

test("a tab that is hidden for 30 s gives its stream up, and shows all that was said when it is looked at again", async ({
  context,
  server,
}) => {
  test.setTimeout(240_000);
  const proxy = await startCountingProxy(server.url);
  await context.addInitScript(() => {
    let state: DocumentVisibilityState = "visible";
    Object.defineProperty(document, "visibilityState", { get: () => state });
    document.addEventListener("test-visibility", (event) => {
      state = (event as CustomEvent<DocumentVisibilityState>).detail;
      document.dispatchEvent(new Event("visibilitychange"));
    });
  });
  const page = await openTab(context, proxy.url);
  const become = (detail: DocumentVisibilityState) =>
    page.evaluate((state) => document.dispatchEvent(new CustomEvent("test-visibility", { detail: state })), detail);
  const said = async () => ((await logOf(page).textContent()) ?? "").length;

  await send(page, "Write a long text");
  await expect(stopOf(page)).toBeVisible();
  await expect(logOf(page)).toContainText(/\w{3,}.{60,}/s);
  await become("hidden");
  await wait(20_000);
  expect(proxy.streams.open).toBe(1);
  await become("visible");
  await become("hidden"); // counted anew
  await wait(25_000);
  expect(proxy.streams.open).toBe(1);
  await expect.poll(() => proxy.streams.open, { timeout: 15_000 }).toBe(0);
  const before = await said();
  await wait(3_000);
  expect(await said()).toBe(before);
  await become("visible");
  await expect.poll(() => proxy.streams.open).toBe(1);
  await expect.poll(said).toBeGreaterThan(before);
  await stopOf(page).click();
  await expect(stopOf(page)).toBeHidden();
  const [, answer] = await messagesOf(page);
  const words = wordsOf(String(answer?.content));
  const shown = wordsOf((await logOf(page).textContent()) ?? "");
  expect(words.length).toBeGreaterThan(200);
  expect(shown.split(words)).toHaveLength(2); // whole, and once
  await proxy.close();
});

/** The letters alone: what Markdown writes with marks, the page shows with elements. */
const wordsOf = (text: string) => text.replace(/\W+/g, "");

import { openPage, quantile, SIGHT } from "./browser.mjs";
import { CALL_BYTES, CHUNKS_A_SECOND } from "./provider.mjs";

const MAX_SHIFT = 0.02;
const MAX_TYPING_MS = 16;
const KEYS = 70;
const KEY_PAUSE_MS = 60;
const ANSWER_TIMEOUT_MS = 60_000;

/** A large tool call and an answer stream in while the person types: what the keys wait for, and whether the page jumps. */
export async function measureStreaming(browser, url) {
  const context = await browser.newContext(SIGHT);
  const page = await openPage(context);
  await page.goto(url);
  const field = page.getByRole("textbox", { name: /message|queue/i });
  await field.fill("Make a table of towns");
  await field.press("Enter");
  await page.getByRole("article", { name: /Writing/ }).waitFor();
  await page.evaluate(() => {
    window.seen.shifts.length = 0;
    window.seen.keys = [];
    window.seen.frames = [];
    const field = document.querySelector("textarea");
    // Listens last: what is measured includes all that the page does for the key.
    window.addEventListener("input", (event) => {
      if (event.target !== field) return;
      const pressedMs = event.timeStamp;
      queueMicrotask(() => {
        field.getBoundingClientRect();
        window.seen.keys.push(performance.now() - pressedMs);
      });
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => window.seen.frames.push(performance.now() - pressedMs);
        channel.port2.postMessage(undefined);
      });
    });
  });
  await field.focus();
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press("abcdefghij"[key % 10] ?? "a");
    await page.waitForTimeout(KEY_PAUSE_MS);
  }
  const isStillWriting = (await page.getByRole("article", { name: /Writing/ }).count()) > 0;
  await page.locator(".tw-status[data-status=idle]").waitFor({ timeout: ANSWER_TIMEOUT_MS });
  await page.waitForTimeout(300);
  const seen = await page.evaluate(() => window.seen);
  await context.close();
  if (!isStillWriting) throw new Error("The call ended before the last key: nothing was measured.");
  const shift = seen.shifts.reduce((sum, value) => sum + value, 0);
  const typing = quantile(seen.keys, 0.95);
  return [
    {
      what: `typing while a call of ${CALL_BYTES / 1_000} KB streams at ${CHUNKS_A_SECOND} chunks/s, p95`,
      value: `${typing.toFixed(1)} ms`,
      must: `≤ ${MAX_TYPING_MS} ms`,
      isMet: typing <= MAX_TYPING_MS,
      note: `from the key to the character laid out in the field, ${seen.keys.length} keys; median ${quantile(seen.keys, 0.5).toFixed(1)} ms; until its frame is drawn p95 ${quantile(seen.frames, 0.95).toFixed(1)} ms`,
    },
    {
      what: "layout shift over that call, its result and the answer",
      value: shift.toFixed(4),
      must: `≤ ${MAX_SHIFT}`,
      isMet: shift <= MAX_SHIFT,
      note: `the sum of ${seen.shifts.length} shifts`,
    },
  ];
}

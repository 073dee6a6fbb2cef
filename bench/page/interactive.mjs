import { openPage, SIGHT } from "./browser.mjs";

const THROTTLE = 4;
const MAX_MS = 2_500;
const QUIET_MS = 3_000;

/** A new thread's page on a CPU four times slower: when a key pressed in the composer is taken, and the page is quiet. */
export async function measureInteractive(browser, url) {
  const times = [];
  for (let run = 0; run < 3; run += 1) times.push(await once(browser, url));
  const ms = times.toSorted((a, b) => a - b)[1];
  return [
    {
      what: `interactive with a CPU ${THROTTLE} × slower`,
      value: `${Math.round(ms)} ms`,
      must: `≤ ${MAX_MS} ms`,
      isMet: ms <= MAX_MS,
      note: "the composer takes keys, and the last task over 50 ms is over; median of 3",
    },
  ];
}

async function once(browser, url) {
  const context = await browser.newContext(SIGHT);
  const page = await openPage(context, { throttle: THROTTLE });
  await page.addInitScript(() => {
    const look = () => {
      const field = document.querySelector("textarea");
      if (field && Object.keys(field).some((key) => key.startsWith("__reactProps")))
        window.seen.readyMs = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  await page.waitForFunction(() => window.seen.readyMs !== undefined);
  await page.waitForTimeout(QUIET_MS);
  const { readyMs, tasks } = await page.evaluate(() => window.seen);
  await context.close();
  return Math.max(readyMs, ...tasks.map(({ startTime, duration }) => startTime + duration));
}

export const SIGHT = { viewport: { width: 1280, height: 900 } };

/** A page that keeps its long tasks and layout shifts in `window.seen`. */
export async function openPage(context, { throttle = 1 } = {}) {
  const page = await context.newPage();
  if (throttle > 1) {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  }
  await page.addInitScript(() => {
    window.seen = { tasks: [], shifts: [] };
    const observe = (type, take) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    observe("longtask", ({ startTime, duration }) => window.seen.tasks.push({ startTime, duration }));
    observe("layout-shift", ({ value, hadRecentInput }) => {
      if (!hadRecentInput) window.seen.shifts.push(value);
    });
  });
  return page;
}

export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

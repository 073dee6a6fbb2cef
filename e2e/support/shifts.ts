import type { Page } from "@playwright/test";

/** Counts what moves by itself on the pages that are opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) shifts.push(value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The sum of it so far: the web's cumulative layout shift, without its windows. */
export function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(() => (Reflect.get(window, "shifts") as number[]).reduce((sum, one) => sum + one, 0));
}

import type { Page } from "@playwright/test";

/** A layout shift as the browser reports it, and where each node that moved was and went. */
export type Shift = { readonly value: number; readonly moved: readonly string[] };

/** Counts what moves by itself on the pages that are opened from now on: all that the browser's own measure counts. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${[x, y, width, height].map(Math.round)}`;
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      if (!element) return "gone";
      return `${element.localName}.${element.getAttribute("class") ?? ""} "${node?.textContent?.slice(0, 24) ?? ""}"`;
    };
    const take = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as Entry[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(
          (one) => `${nameOf(one.node)} ${place(one.previousRect)} > ${place(one.currentRect)}`,
        );
        shifts.push({ value, moved });
      }
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { takeShifts: () => take(observer.takeRecords()) });
  });
}

/** All of them so far, in their order. */
export function shiftListOf(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(() => {
    Reflect.get(window, "takeShifts")();
    return Reflect.get(window, "shifts");
  });
}

/** The sum of them so far: the web's cumulative layout shift, without its windows. */
export async function shiftsOf(page: Page): Promise<number> {
  return (await shiftListOf(page)).reduce((sum, { value }) => sum + value, 0);
}

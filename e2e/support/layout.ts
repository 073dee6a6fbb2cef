import type { Page } from "@playwright/test";

/** What reaches out of the page sideways, where nothing around it scrolls. */
export function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isUnseen = (element: Element) => element.closest(".tw-unseen, [inert], [hidden]") !== null;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const found = [...document.querySelectorAll(".tw-app *")].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0 || isUnseen(element)) return false;
      return (left < -1 || right > innerWidth + 1) && !scrolls(element.parentElement);
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    const page = scrollWidth > clientWidth ? [`the page is ${scrollWidth} of ${clientWidth} px`] : [];
    return [...page, ...found.map((element) => element.outerHTML.slice(0, 120))];
  });
}

/** Controls in sight that something else lies over, so that a pointer would miss them. */
export function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>("button, a[href], input, textarea, select, summary")];
    return controls.flatMap((control) => {
      const box = (control.closest("label") ?? control).getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const isShown = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (
        !isShown ||
        box.width < 3 ||
        control.closest("[inert]") ||
        x < 0 ||
        y < 0 ||
        x > innerWidth ||
        y > innerHeight
      )
        return [];
      const frame = control.closest(".tw-log")?.getBoundingClientRect();
      if (frame !== undefined && (y < frame.top || y > frame.bottom)) return []; // scrolled out of its own frame
      const hit = document.elementFromPoint(x, y);
      const own = control.closest("label") ?? control;
      if (hit?.closest(".tw-newest")) return []; // the way back to the end floats over what is scrolled
      if (hit !== null && (own.contains(hit) || hit.contains(own))) return [];
      return [`${control.getAttribute("aria-label") ?? control.textContent} under ${hit?.className ?? "nothing"}`];
    });
  });
}

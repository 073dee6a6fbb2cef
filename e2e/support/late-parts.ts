import type { Page, Route } from "@playwright/test";
import { boxOf } from "./tabs";

/** Holds back the scripts that the page itself does not name: its parts, which load when they are needed. Their addresses come into the set. */
export async function holdParts(page: Page, address: string, answer: (route: Route) => Promise<void>) {
  const html = await (await fetch(address)).text();
  const held = new Set<string>();
  await page.route(
    ({ pathname }) => pathname.endsWith(".js") && !html.includes(pathname.split("/").at(-1) ?? pathname),
    async (route) => {
      held.add(route.request().url());
      await answer(route);
    },
  );
  return held;
}

/** Until it takes keys: what is held back keeps the page from being loaded to its end. */
export async function openUnfinished(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "commit" });
  await boxOf(page).waitFor();
  await page.waitForFunction(() => {
    const field = document.querySelector("textarea");
    return field !== null && Object.keys(field).some((key) => key.startsWith("__reactProps"));
  });
}

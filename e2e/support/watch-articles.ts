import type { Page } from "@playwright/test";

/** Records, from now on, each name that an article on the page has, and each text it shows while its call is written. */
export async function watchArticles(
  page: Page,
): Promise<() => Promise<{ names: string[]; textsWhileWriting: string[] }>> {
  await page.evaluate(() => {
    const names = new Set<string>();
    const texts = new Set<string>();
    const look = () => {
      for (const article of document.querySelectorAll("article[aria-label]")) {
        const name = article.getAttribute("aria-label") ?? "";
        names.add(name);
        if (name.endsWith(": Writing")) texts.add(`${name.split(":")[0]}: ${article.lastElementChild?.textContent}`);
      }
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    Object.assign(window, { seenArticles: () => ({ names: [...names], textsWhileWriting: [...texts] }) });
  });
  return () =>
    page.evaluate(() =>
      (window as unknown as { seenArticles: () => { names: string[]; textsWhileWriting: string[] } }).seenArticles(),
    );
}

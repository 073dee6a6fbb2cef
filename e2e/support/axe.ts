import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds in the page, in short. */
export async function violations(page: Page): Promise<unknown[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) }));
}

import { expect, test } from "../support/headless-page";
import { logOf } from "../support/tabs";

test("what a graph writes, and the graphs within it, stand between the messages where they came", async ({
  host,
  open,
  page,
}) => {
  const tab = await open(page, `${host.url}/?agent=staged`);
  await tab.send("Which loom?");
  const log = logOf(page);
  await expect(log).toContainText("Two looms fit.");
  const texts = () =>
    log
      .locator("[data-message], ul[aria-label='What the graph reports'] > li")
      .evaluateAll((steps) => steps.map((step) => (step as HTMLElement).innerText.split("\n").at(-1)?.trim()));
  await expect
    .poll(texts)
    .toEqual([
      "Which loom?",
      expect.stringMatching(/^planner · done$/),
      "First the warp, then the weft.",
      expect.stringContaining("Rows read"),
      expect.stringContaining("Two looms fit."),
    ]);
  const row = log.getByRole("button", { name: /^Rows read/ });
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(log.getByText("Reading the catalogue of looms")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(log.getByText("Reading the catalogue of looms")).toBeHidden();
});

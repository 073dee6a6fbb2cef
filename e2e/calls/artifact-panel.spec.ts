import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { stopOf } from "../support/tabs";
import { expect, test } from "../support/test";

const PROMPT = "Write a page with the seats of the picnic table";

test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "60" } });

test("a form is filled by keyboard and the agent reads the answers", async ({ chat, page }) => {
  await chat.open();
  await chat.send("Ask me about the picnic with a form");
  const form = page.getByRole("form", { name: "The picnic" });
  await expect(form.getByRole("button", { name: "Send answers" })).toBeVisible();
  await form.getByRole("textbox", { name: "Your name" }).focus();
  await page.keyboard.type("Ines");
  await page.keyboard.press("Tab");
  await page.keyboard.type("4");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Sun");
  await page.keyboard.press("Enter");
  if (await form.isVisible()) await form.getByRole("button", { name: "Send answers" }).press("Enter");
  await expect(chat.log).toContainText("Thank you, Ines. I count 4 guests for Sunday.");
  const card = page.getByRole("article", { name: "Form: Done" });
  await expect(card).toContainText("Sunday");
  await expect(card.getByRole("button", { name: "Send answers" })).toBeHidden();
  await page.reload();
  await expect(chat.log).toContainText("Thank you, Ines.");
});

test("an email is changed, approved and handed to the mail program", async ({ chat, page }) => {
  await chat.open();
  await page.evaluate(() => {
    document.addEventListener("click", (event) => {
      const link = event.composedPath()[0];
      if (link instanceof HTMLAnchorElement) Reflect.set(window, "opened", link.href);
    });
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () {
      Reflect.set(window, "opened", this.href); // a link outside of the document tells nobody of its click
      return click.call(this);
    };
  });
  await chat.send("Send an email to Ines");
  const card = page.getByRole("article", { name: /^Send an email: / });
  await card.getByRole("button", { name: "Edit" }).click();
  await card.getByRole("textbox", { name: /subject/i }).fill("Sunday at noon");
  await card.getByRole("button", { name: /Run now|Approve/ }).click();
  await expect(chat.log).toContainText("Your mail program has it now.");
  expect(await page.evaluate(() => Reflect.get(window, "opened"))).toContain("subject=Sunday%20at%20noon");
});

test("a table gives its rows as a file", async ({ chat, page }) => {
  await chat.open();
  await chat.send("Make a table of the planets");
  const card = page.getByRole("article", { name: "Table: Done" });
  await card.getByRole("button", { name: "Moons" }).click();
  await expect(card.getByRole("row").nth(1)).toContainText("Mercury");
  await card.getByRole("button", { name: "Moons" }).click();
  await expect(card.getByRole("row").nth(1)).toContainText("Saturn");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("button", { name: "CSV file" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("The planets.csv");
  const csv = readFileSync(await download.path(), "utf8");
  expect(csv).toContain('Mars,6792,2,24.7 hours,"Home of Olympus Mons, 22 km high"');
  expect(csv.split(/\r?\n/)[1]).toContain("Saturn"); // in the order that is shown
});

test("what Esc does is said on one line, also while a document stands beside the conversation", async ({
  chat,
  page,
}) => {
  await chat.open();
  await chat.send(PROMPT);
  await expect(stopOf(page)).toBeHidden();
  await page.getByRole("button", { name: "Open document" }).last().click();
  await expect(page.getByRole("complementary", { name: "Document beside the conversation" })).toBeVisible();
  await chat.send("Count to 20 slowly");
  const hint = page.locator("span", { has: page.locator("kbd") }).last();
  await expect(hint).toHaveText("Esc stops");
  for (const [width, isSaid] of [
    [1280, true],
    [1024, false], // there is no room for it
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(hint).toBeVisible({ visible: isSaid });
    const lines = await hint.evaluate((span) => {
      const range = document.createRange();
      range.selectNodeContents(span);
      const bottoms = [...range.getClientRects()].map(({ bottom }) => bottom);
      return bottoms.length === 0 ? 0 : Math.max(...bottoms) - Math.min(...bottoms);
    });
    expect(lines).toBeLessThan(8);
    const [composer, send] = [page.locator(".tw-composer"), page.getByRole("button", { name: "Queue message" })];
    const [outer, inner] = [await composer.boundingBox(), await send.boundingBox()];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 390]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 844 } });

      test("axe finds nothing in a document, its changes, and the views of tools", async ({ chat, page }, {
        project,
      }) => {
        test.setTimeout(240_000); // five answers at the pace of a model, and four times axe over the whole page
        await chat.open();
        await chat.send(PROMPT);
        await page.getByRole("article", { name: "Document: Done" }).nth(1).waitFor({ timeout: 40_000 });
        const name = `Document ${width === 390 ? "over" : "beside"} the conversation`;
        await page.getByRole("button", { name: "Open document" }).nth(1).click();
        const panel = page.getByRole(width === 390 ? "dialog" : "complementary", { name });
        for (const view of ["Preview", "Code", "Changes"]) {
          await panel.getByRole("button", { name: view, exact: true }).click();
          await page.waitForTimeout(300); // the sheet has arrived
          expect({ view, found: await violations(page) }).toEqual({ view, found: [] });
          await picture(page, `${project.name}panel-${view}-${colorScheme}-${width}`);
        }
        await page.keyboard.press("Escape");
        await expect(panel).toBeHidden();
        await expect(page.getByRole("button", { name: "Open document" }).nth(1)).toBeFocused();
        for (const prompt of [
          "Make a chart of rain in Lisbon",
          "Make a plan for the picnic",
          "Where is Lisbon?",
          "Make a table of the planets",
          "Ask me about the picnic with a form",
        ]) {
          await chat.send(prompt);
          await page.waitForTimeout(300);
          await expect(stopOf(page)).toBeHidden({ timeout: 30_000 });
          await picture(page, `${prompt.split(" ")[3]}-${colorScheme}-${width}`);
          if (prompt.includes("form")) expect(await violations(page)).toEqual([]);
        }
      });
    });
  }
}

async function picture(page: Page, name: string): Promise<void> {
  if (process.env.TOOLWEAVE_PICTURES) await page.screenshot({ path: `${process.env.TOOLWEAVE_PICTURES}/${name}.png` });
}

async function violations(page: Page): Promise<unknown[]> {
  const { violations: found } = await new AxeBuilder({ page }).exclude("iframe").analyze();
  return found.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) }));
}

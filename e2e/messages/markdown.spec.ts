import { violations } from "../support/axe";
import { expect, test } from "../support/test";

const ASK = "Show me rich text";
const PICTURE_HOST = "https://images.toolweave.example/**";
const PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

test.use({ permissions: ["clipboard-read", "clipboard-write"], serverEnv: { TOOLWEAVE_DEMO_PACE: "400" } });

test("colours code, draws formulas, and keeps to the page's policy", async ({ chat, page }) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("/api/")) problems.push(message.text());
  });
  await chat.open();
  await chat.send(ASK);
  const code = chat.log.locator("pre code.language-ts");
  await expect(code.getByText("function", { exact: true })).toHaveCSS("color", /rgb/);
  await expect(code.locator("span[style]")).not.toHaveCount(0);
  await expect(chat.log.locator("math")).toHaveCount(3);
  await expect(chat.log).toContainText("costs $12 to $18");
  await expect(chat.log.locator("li pre code.language-json span[style]")).not.toHaveCount(0);
  expect(problems).toEqual([]);
});

test("copies code, and a table as Markdown and as CSV", async ({ chat, page }) => {
  await chat.open();
  await chat.send(ASK);
  await expect(chat.log.getByText("Wash it in warm water")).toBeVisible();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await chat.log.getByRole("button", { name: "Copy the code" }).first().click();
  await expect(chat.log.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await clipboard()).toContain("export function isRaised(thread: number");
  await chat.log.getByRole("button", { name: "Copy the table as Markdown" }).click();
  expect(await clipboard()).toContain("| Twill | 2 | 2 | well |");
  await chat.log.getByRole("button", { name: "Copy the table as CSV" }).click();
  expect(await clipboard()).toContain("Twill,2,2,well");
  const download = page.waitForEvent("download");
  await chat.log.getByRole("button", { name: "Save the table as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("table.csv");
});

test("asks no other host for an image until the person loads it, and then once", async ({ chat, page }) => {
  const asked: string[] = [];
  await page.route(PICTURE_HOST, async (route) => {
    asked.push((await route.request().headerValue("referer")) ?? "none");
    await route.fulfill({ contentType: "image/gif", body: PICTURE });
  });
  await chat.open();
  await chat.send(ASK);
  const load = chat.log.getByRole("button", { name: "A piece of twill Load it from images.toolweave.example" });
  await expect(load).toBeVisible();
  await expect(chat.log.getByText("Denim is a twill")).toBeVisible();
  expect(asked).toEqual([]);
  await load.click();
  await expect(chat.log.getByRole("img", { name: "A piece of twill" })).toBeVisible();
  expect(asked).toEqual(["none"]);
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 390]) {
    test(`axe finds nothing in it: ${colorScheme}, ${width} px`, async ({ chat, page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await chat.open();
      await chat.send(ASK);
      await expect(chat.log.getByText("Denim is a twill")).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  }
}

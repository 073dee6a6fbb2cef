import { readFileSync } from "node:fs";
import { expect, test } from "../support/test";

const PROMPT = "Write a page with the seats of the picnic table";

// Slow enough for a busy machine to see what is only there while it is written.
test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "20" }, permissions: ["clipboard-read", "clipboard-write"] });

test("a document grows in the panel, in two versions, and can be compared, copied and kept", async ({ chat, page }) => {
  test.setTimeout(180_000);
  await chat.open();
  await chat.send(PROMPT);
  await page.getByRole("button", { name: "Open document" }).first().click();
  const panel = page.getByRole("complementary", { name: "Document beside the conversation" });
  await expect(panel.getByText(/Writing line \d+/)).toBeVisible();
  const text = panel.getByRole("region", { name: "Text of seats.html" });
  const early = (await text.textContent())?.length ?? 0;
  await expect.poll(async () => (await text.textContent())?.length ?? 0).toBeGreaterThan(early);

  // The second version begins by itself; the first stays readable meanwhile.
  await expect(panel.getByRole("button", { name: "Version 2, being written" })).toBeVisible({ timeout: 60_000 });
  await panel.getByRole("button", { name: "Version 1" }).click();
  await expect(panel.locator("iframe")).toBeVisible();
  await panel.getByRole("button", { name: /^Version 2/ }).click();
  await page.getByRole("article", { name: "Document: Done" }).nth(1).waitFor();

  await panel.getByRole("button", { name: "Preview", exact: true }).click();
  const frame = panel.frameLocator("iframe");
  await frame.getByRole("button", { name: "3" }).click();
  await expect(frame.getByText("7 seats are free")).toBeVisible();

  await panel.getByRole("button", { name: "Changes" }).click();
  await expect(panel.locator("ins").first()).toContainText("+   .free");
  await panel.getByRole("button", { name: "Copy document" }).click();
  await expect(panel.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("seats are free");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel.getByRole("button", { name: "Download document" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("seats.html");
  expect(readFileSync(await download.path(), "utf8")).toBe(copied);
});

test("on a phone the newest words of a document are in sight in its card, however long its lines", async ({
  chat,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await chat.open();
  await chat.send(PROMPT);
  const tail = page.locator(".tw-document-tail").first();
  await tail.locator("[data-edge=growing]").waitFor();
  const looks: { isInSight: boolean; isLongLine: boolean }[] = [];
  while (looks.length < 400 && !looks.some(({ isLongLine }) => isLongLine)) {
    looks.push(
      await tail.evaluate((card) => {
        const room = card.getBoundingClientRect();
        const last = [...(card.querySelector("[data-edge]")?.getClientRects() ?? [])].at(-1) ?? room;
        const isInSight = last.right <= room.right && last.left >= room.left && last.bottom <= room.bottom;
        return { isInSight, isLongLine: card.scrollHeight > card.clientHeight };
      }),
    );
    await page.waitForTimeout(50);
  }
  expect(looks.some(({ isLongLine }) => isLongLine)).toBe(true);
  expect(looks.filter(({ isInSight }) => !isInSight)).toEqual([]);
});

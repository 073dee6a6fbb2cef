import { expect, test } from "./support/test";

// Slow enough that each chunk gets a frame of its own, on a busy machine too.
test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "12" } });

test.describe("arguments grow on the page while they are written", () => {
  test("draws two parallel calls while they are written, shows their results and the answer", async ({
    chat,
    page,
  }) => {
    await chat.open();
    await expect(page.getByText("Demo model: scripted, not an AI.")).toBeVisible();
    const growth = await watchArticles(page);
    await chat.send("What is 3 * 12? Also, what is 11 + 49?");

    await expect(page.getByRole("article", { name: /^Multiply: / })).toBeVisible();
    await expect(page.getByRole("article", { name: /^Add: / })).toBeVisible();
    await expect(page.getByRole("article", { name: "Multiply: Done" })).toContainText("36");
    await expect(page.getByRole("article", { name: "Add: Done" })).toContainText("60");
    await expect(chat.log).toContainText(/36.*60/s);

    const seen = await growth();
    for (const name of ["Multiply", "Add"]) {
      expect(seen.names.indexOf(`${name}: Writing`)).toBeGreaterThanOrEqual(0);
      expect(seen.names.indexOf(`${name}: Done`)).toBeGreaterThan(seen.names.indexOf(`${name}: Writing`));
      // a busy machine may draw several chunks in one frame, never the whole call at once
      const texts = seen.textsWhileWriting.filter((text) => text.startsWith(`${name}: `));
      expect(texts.length).toBeGreaterThan(1);
      expect(texts[0]).toContain("⋯");
      expect(texts.at(-1)).not.toContain("⋯");
    }
  });

  test("a long argument grows on the page before the call is complete", async ({ chat, page }) => {
    await chat.open();
    const growth = await watchArticles(page);
    await chat.send("Draft an email to Ines about the team week");
    await expect(page.getByRole("article", { name: "Draft an email: Done" })).toBeVisible({ timeout: 40_000 });
    const { textsWhileWriting } = await growth();
    expect(textsWhileWriting.length).toBeGreaterThan(20);
    const longest = textsWhileWriting.at(-1) ?? "";
    expect(longest.length).toBeGreaterThan((textsWhileWriting[0] ?? "").length + 200);
  });
});

/** Records, from now on, each name that an article on the page has, and each text it shows while its call is written. */
async function watchArticles(
  page: import("@playwright/test").Page,
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

import { expect, test } from "../support/test";
import { watchArticles } from "../support/watch-articles";

// Slow enough that each chunk gets a frame of its own, on a busy machine too.
test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "6" } });

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
});

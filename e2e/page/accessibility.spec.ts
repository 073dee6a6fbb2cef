import { violations } from "../support/axe";
import { expect, test } from "../support/test";

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 390]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 844 } });

      test("axe finds nothing on the empty page, in a conversation, and while a tool asks", async ({ chat, page }) => {
        await chat.open();
        await page.getByText("Demo model: scripted, not an AI.").waitFor();
        expect(await violations(page)).toEqual([]);
        await expect(page.getByRole("main", { name: "Conversation" })).toBeVisible();
        await expect(page.getByRole("main").getByRole("navigation")).toHaveCount(0); // it stands beside it

        await chat.send("What is 3 * 12? Also, what is 11 + 49?");
        await page.getByRole("article", { name: "Add: Done" }).waitFor();
        expect(await violations(page)).toEqual([]);

        await chat.send("Where am I?");
        await page.getByRole("button", { name: "Approve" }).waitFor();
        expect(await violations(page)).toEqual([]);
      });
    });
  }
}

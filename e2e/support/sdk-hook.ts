import { test as base, expect, type Page } from "@playwright/test";
import { type Host, type SdkPage, startSdkPage } from "./sdk-page";
import { KEY_HEADERS } from "./server";

/** LangGraph's own hook in a real browser, on a page of another origin than the api. */
export const test = base.extend<{ open: (agent: string) => Promise<void> }, { host: Host; sdk: SdkPage }>({
  host: ["plain Node", { option: true, scope: "worker" }],
  sdk: [
    async ({ host }, use) => {
      const sdk = await startSdkPage(host);
      await use(sdk);
      await sdk.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  open: async ({ page, sdk }, use) => {
    await use(async (agent) => {
      await page.goto(
        `${sdk.pageUrl}?${new URLSearchParams({ api: sdk.apiUrl, agent, key: KEY_HEADERS["x-api-key"] })}`,
      );
    });
  },
});

export const said = (page: Page) => page.getByRole("list", { name: "Messages" }).getByRole("listitem");
export const ready = (page: Page) => expect(page.getByRole("status")).toHaveText("ready");

export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

/** What must hold wherever the handlers are mounted. */
export function testHook(): void {
  test("sends, streams, and shows the same after a reload", async ({ page, open }) => {
    await open("agent");
    await send(page, "What is 3 * 12? Also, what is 11 + 49?");
    await expect(said(page).last()).toContainText(/36.*60/s);
    await ready(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    const before = await said(page).allTextContents();
    await page.reload();
    await expect(said(page)).toHaveCount(before.length);
    expect(await said(page).allTextContents()).toEqual(before);
  });

  test("runs a browser tool of the page when the graph asks for it, and goes on with the result", async ({
    page,
    open,
  }) => {
    await open("agent");
    await send(page, "Where am I?");
    await expect(said(page).last()).toContainText("You are at latitude 48.2000, longitude 16.3700");
    await ready(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("makes a branch by editing, and goes back to the other one", async ({ page, open }) => {
    await open("agent");
    await send(page, "first words");
    await expect(said(page)).toHaveCount(2);
    await ready(page);
    await page.getByRole("button", { name: "Edit" }).click();
    await expect(said(page).first()).toContainText("edited");
    await ready(page);
    await expect(said(page).first()).toContainText("2 of 2");
    await said(page).first().getByRole("button", { name: "Previous" }).click();
    await expect(said(page).first()).toContainText("first words");
    await expect(said(page)).toHaveCount(2);
  });

  test("takes up a run that goes on while the page is loaded again", async ({ page, open }) => {
    await open("agent");
    await send(page, "Write a long text");
    await expect(said(page).last()).toHaveAttribute("data-type", "ai");
    await expect(page.getByRole("status")).toHaveText("working");
    await page.reload();
    await expect(page.getByRole("status")).toHaveText("working");
    await ready(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(said(page)).toHaveCount(2);
    const text = await said(page).last().textContent();
    await page.reload();
    await expect(said(page)).toHaveCount(2);
    expect(await said(page).last().textContent()).toBe(text);
  });

  test("stops a run and keeps what it said", async ({ page, open }) => {
    await open("agent");
    await send(page, "Write a long text");
    await expect(said(page).last()).toHaveAttribute("data-type", "ai");
    await page.getByRole("button", { name: "Stop" }).click();
    await ready(page);
    await page.reload();
    await expect(said(page)).toHaveCount(2);
    expect(await said(page).last().textContent()).not.toBe("");
  });
}

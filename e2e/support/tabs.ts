import type { BrowserContext, Page } from "@playwright/test";

export const boxOf = (page: Page) => page.getByRole("textbox", { name: /message|queue|answer/i });
export const logOf = (page: Page) => page.getByRole("region", { name: "Messages" });
/** Each message of the thread; lists in a text do not count. */
export const stepsOf = (page: Page) => logOf(page).locator("ol.tw-warp > li");
/** Exactly so: `Stop listening` ends a dictation. */
export const stopOf = (page: Page) => page.getByRole("button", { name: "Stop", exact: true });

/** A tab of the chat beside others. */
export async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await boxOf(page).waitFor();
  return page;
}

export async function send(page: Page, text: string): Promise<void> {
  await boxOf(page).fill(text);
  await boxOf(page).press("Enter");
}

/** What the server has in the thread of a tab, without results of tools, which are shown in their calls. */
export async function messagesOf(page: Page): Promise<{ type: string; content: unknown }[]> {
  const { origin } = new URL(page.url());
  const { values } = await (await page.request.get(`${origin}/api/threads/${threadOf(page)}/state`)).json();
  return values.messages.filter((message: { type: string }) => message.type !== "tool");
}

export const threadOf = (page: Page) => page.url().split("/").at(-1) ?? "";

import { test as base, expect, type Page } from "@playwright/test";
import { startLangGraphServer } from "../support/langgraph-server";
import { startStaticPage } from "../support/static-page";

/** Toolweave's hooks in a browser page, on a LangGraph development server that knows nothing of Toolweave. */
const test = base.extend<{ open: (agent: string) => Promise<void> }, { place: { pageUrl: string; apiUrl: string } }>({
  place: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const [server, page] = await Promise.all([startLangGraphServer(), startStaticPage("hooks-page")]);
      await use({ pageUrl: page.url, apiUrl: server.url });
      await Promise.all([server.stop(), page.stop()]);
    },
    { scope: "worker", timeout: 180_000 },
  ],
  open: async ({ page, place }, use) => {
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    await use(async (agent) => {
      await page.goto(`${place.pageUrl}?${new URLSearchParams({ api: place.apiUrl, agent })}`);
    });
    expect(problems).toEqual([]);
  },
});

const said = (page: Page) => page.getByRole("list", { name: "Messages" }).locator("> li");
const idle = (page: Page) => expect(page.getByRole("status")).toHaveText("idle");

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

/** How many calls stood on the page at once, at most. */
async function watchCalls(page: Page): Promise<() => Promise<number>> {
  const most = await page.evaluateHandle(() => {
    const seen = { calls: 0 };
    new MutationObserver(() => {
      seen.calls = Math.max(seen.calls, document.querySelectorAll("section[data-phase]").length);
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  return () => most.evaluate((seen) => seen.calls);
}

test("streams an answer with a server tool, and shows the same after a reload", async ({ page, open }) => {
  await open("agent");
  await send(page, "What is 3 + 4?");
  await expect(said(page).last()).toContainText("The tools say: 7.");
  await idle(page);
  await expect(page.getByRole("region", { name: "add" })).toHaveText('{"a":3,"b":4} 7');
  const before = await said(page).allTextContents();
  await page.reload();
  await expect(said(page)).toHaveCount(before.length);
  expect(await said(page).allTextContents()).toEqual(before);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("runs a headless tool of LangChain's own once, beside a server tool, and goes on with the results", async ({
  page,
  open,
}) => {
  await open("agent");
  await send(page, "Where am I, and what is 3 + 4?");
  await expect(said(page).last()).toContainText(/The tools say: 7 and .*48\.2/);
  await idle(page);
  await expect(page.locator("html")).toHaveAttribute("data-executions", "1");
  await send(page, "Thank you");
  await expect(said(page).last()).toContainText("You said: Thank you");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("shows a question, also after a reload, and what is sent next answers it", async ({ page, open }) => {
  await open("asker");
  await send(page, "hello");
  await expect(page.getByRole("region", { name: "Question" })).toContainText("Which one?");
  await page.reload();
  await expect(page.getByRole("region", { name: "Question" })).toContainText("Which one?");
  await send(page, "the red one");
  await expect(said(page).last()).toContainText("You chose the red one.");
  await expect(page.getByRole("region", { name: "Question" })).toHaveCount(0);
  await idle(page);
});

test("shows what a nested agent did, and runs its headless tool once", async ({ page, open }) => {
  await open("nested");
  const mostCalls = await watchCalls(page);
  await send(page, "Where am I?");
  await expect(said(page).last()).toContainText(/The tools say: .*48\.2/);
  await idle(page);
  await expect(page.locator("html")).toHaveAttribute("data-executions", "1");
  expect(await mostCalls()).toBe(1);
  const before = await said(page).allTextContents();
  await page.reload();
  await expect(said(page)).toHaveCount(before.length);
  expect(await said(page).allTextContents()).toEqual(before);
});

test("writes a message anew, and goes on from there", async ({ page, open }) => {
  const louder = page.getByRole("button", { name: "Say it louder" });
  await open("agent");
  await send(page, "one");
  await expect(said(page)).toHaveText(["one", "You said: one"]);
  await idle(page);
  await louder.click();
  await expect(said(page)).toHaveText(["one!", "You said: one!"]);
  await idle(page);
  await send(page, "two");
  await expect(said(page)).toHaveText(["one!", "You said: one!", "two", "You said: two"]);

  await open("asker");
  await send(page, "hello");
  await expect(page.getByRole("region", { name: "Question" })).toBeVisible();
  await louder.click();
  await expect(said(page)).toHaveText(["hello!"]);
  await expect(page.getByRole("status")).toHaveText("awaiting-human");
  await send(page, "the red one");
  await expect(said(page)).toHaveText(["hello!", "You chose the red one."]);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("stops a run and keeps the thread usable", async ({ page, open }) => {
  await open("agent");
  await send(page, "Tell me something long");
  await expect(said(page).last()).toContainText("A long answer");
  await page.getByRole("button", { name: "Stop" }).click();
  await idle(page);
  await send(page, "short please");
  await expect(said(page).last()).toContainText("You said: short please");
  await idle(page);
});

test("takes up a run that goes on while the page is loaded again", async ({ page, open }) => {
  await open("agent");
  await send(page, "Tell me something long");
  await expect(said(page).last()).toContainText("A long answer");
  await page.reload();
  await expect(said(page).last()).toContainText("A long answer goes on and on. ".repeat(40).trim());
  await idle(page);
  await expect(said(page)).toHaveCount(2);
});

test("lists the threads of the server and opens one of them", async ({ page, open }) => {
  await open("agent");
  await send(page, "first thread");
  await expect(said(page).last()).toContainText("You said: first thread");
  await idle(page);
  const threadId = new URL(page.url()).searchParams.get("thread") ?? "";
  await open("agent");
  await page.getByRole("button", { name: threadId }).click();
  await expect(said(page).last()).toContainText("You said: first thread");
});

import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./support/test";

test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "8" } });

/** A proxy in front of the server that counts the event streams which are open at once. */
async function startCountingProxy(target: string) {
  const streams = { open: 0, most: 0 };
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = "/" } = incoming;
    const forwarded = request(new URL(url, target), { method, headers }, (answer) => {
      const isStream = answer.headers["content-type"]?.startsWith("text/event-stream") === true;
      if (isStream) {
        streams.open += 1;
        streams.most = Math.max(streams.most, streams.open);
        outgoing.on("close", () => {
          streams.open -= 1;
        });
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.on("close", () => forwarded.destroy());
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  };
  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    streams,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

const boxOf = (page: Page) => page.getByRole("textbox", { name: /message|queue|answer/i });
const logOf = (page: Page) => page.getByRole("region", { name: "Messages" });
const stopOf = (page: Page) => page.getByRole("button", { name: "Stop" });

async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await boxOf(page).waitFor();
  return page;
}

async function send(page: Page, text: string): Promise<void> {
  await boxOf(page).fill(text);
  await boxOf(page).press("Enter");
}

async function messagesOf(url: string, threadId: string): Promise<{ type: string; content: unknown }[]> {
  const { values } = await (await fetch(`${url}/api/threads/${threadId}/state`)).json();
  return values.messages;
}

const threadOf = (page: Page) => page.url().split("/").at(-1) ?? "";

test("eight visible tabs of one origin, each with a run: four streams at most, Stop works in each, all end as the server", async ({
  context,
  server,
}) => {
  test.setTimeout(180_000);
  const proxy = await startCountingProxy(server.url);
  const pages: Page[] = [];
  for (let tab = 0; tab < 8; tab += 1) pages.push(await openTab(context, proxy.url));
  for (const [tab, page] of pages.entries()) {
    await send(page, tab % 2 === 0 ? "Write a long text" : "Draft an email to Ines about the team week");
    await expect(stopOf(page)).toBeVisible();
    await expect(page).toHaveURL(/\/t\/[0-9a-f-]{36}$/);
  }
  expect(proxy.streams.most).toBe(4);
  for (const page of pages) {
    await expect(stopOf(page)).toBeVisible();
    await stopOf(page).click();
    await expect(stopOf(page)).toBeHidden();
  }
  expect(proxy.streams.most).toBe(4);
  await expect.poll(() => proxy.streams.open).toBe(0);
  for (const page of pages) {
    const messages = await messagesOf(server.url, threadOf(page));
    await expect(logOf(page).getByRole("listitem")).toHaveCount(messages.length);
    const last = messages.at(-1);
    if (last?.type === "ai" && typeof last.content === "string" && last.content !== "") {
      await expect(logOf(page)).toContainText(last.content.split("\n")[0]?.slice(2, 40) ?? "");
    }
    await page.close();
  }
  await proxy.close();
});

test("a run that begins in one tab is seen at once in another of the same thread, and can be stopped there", async ({
  context,
  server,
}) => {
  const first = await openTab(context, server.url);
  await send(first, "What is 3 * 12?");
  await expect(logOf(first)).toContainText("36");
  await expect(stopOf(first)).toBeHidden();
  const second = await openTab(context, first.url());
  await expect(logOf(second)).toContainText("36");
  await send(first, "Write a long text");
  await expect(logOf(second)).toContainText("Write a long text", { timeout: 3_000 });
  await expect(logOf(second)).toContainText(/Write a long text.*\w{3,}.{60,}/s);
  await stopOf(second).click();
  await expect(stopOf(first)).toBeHidden();
  await expect(stopOf(second)).toBeHidden();
  const { length } = await messagesOf(server.url, threadOf(first));
  const shown = async (page: Page) => (await logOf(page).getByRole("listitem").allTextContents()).join("\n");
  await expect(logOf(first).getByRole("listitem")).toHaveCount(length);
  await expect.poll(async () => (await shown(first)) === (await shown(second))).toBe(true);
});

test("a thread that is renamed or deleted in another tab is so here too, in words", async ({ context, server }) => {
  const first = await openTab(context, server.url);
  await send(first, "What is 3 * 12?");
  await expect(logOf(first)).toContainText("36");
  await expect(stopOf(first)).toBeHidden();
  const second = await openTab(context, first.url());
  await expect(logOf(second)).toContainText("36");

  await first
    .getByRole("button", { name: /^Rename / })
    .first()
    .click();
  await first.getByRole("textbox", { name: "Name of the thread" }).fill("A sum of ours");
  await first.keyboard.press("Enter");
  await expect(second.getByRole("navigation").getByText("A sum of ours")).toBeVisible({ timeout: 5_000 });

  await first.getByRole("button", { name: "Delete A sum of ours" }).click();
  await first.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(second.getByRole("alert")).toContainText("This thread was deleted", { timeout: 5_000 });
  await expect(second.getByRole("navigation").getByText("A sum of ours")).toBeHidden();
  await send(second, "What is 2 * 21?");
  await expect(logOf(second)).toContainText("42");
  expect(threadOf(second)).not.toBe("");
});

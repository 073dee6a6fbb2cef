import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

const FAR = "https://far.example";
const HOSTILE = [
  "<script>window.hit = 'script'</script>",
  "<img src='/none' onerror=\"window.hit = 'image'\">",
  "<svg><animate onbegin=\"window.hit = 'svg'\" attributeName='x' dur='1s'/></svg>",
  "<details open ontoggle=\"window.hit = 'toggle'\"><summary>more</summary></details>",
  "<iframe srcdoc=\"<script>parent.hit = 'frame'</script>\"></iframe>",
  `<link rel='stylesheet' href='${FAR}/style.css'><video src='${FAR}/v' poster='${FAR}/p' autoplay></video>`,
  "[press](javascript:window.hit='link') [press](JAVA&#10;SCRIPT:window.hit='link') [press][ref]",
  `![chart](${FAR}/chart.gif?said=everything) ![chart][far] [![chart](${FAR}/in-a-link)](https://shop.example)`,
  `[ref]: <javascript:window.hit='reference'>\n[far]: ${FAR}/reference.png`,
].join("\n\n");

/** A thread in which everybody says it: the person, the model, and a tool that it called. */
async function seed({ request }: Page, url: string): Promise<string> {
  const threadId = crypto.randomUUID();
  await request.get(url); // the page's cookie says whose thread it is
  const call = { id: "c1", name: "look_up", args: { where: HOSTILE, [HOSTILE]: HOSTILE } };
  const messages = [
    { type: "human", id: "m1", content: HOSTILE },
    { type: "ai", id: "m2", content: HOSTILE, tool_calls: [call] },
    { type: "tool", id: "m3", tool_call_id: "c1", name: "look_up", content: HOSTILE },
    { type: "ai", id: "m4", content: `That is all. ${HOSTILE}` },
  ];
  const data = {
    thread_id: threadId,
    metadata: { graph_id: "agent", title: HOSTILE.slice(0, 60) },
    supersteps: [{ updates: [{ as_node: "model_request", values: { messages } }] }],
  };
  expect((await request.post(`${url}/api/threads`, { data })).ok()).toBe(true);
  return threadId;
}

test("text that would run runs nowhere, and asks nobody for anything (cases 177, 181)", async ({
  chat,
  page,
  server,
}) => {
  const asked: string[] = [];
  const opened: string[] = [];
  await page.context().route(/\.example\//, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ body: "" });
  });
  page.context().on("page", (other) => opened.push(other.url()));
  await chat.open(`/t/${await seed(page, server.url)}`);
  await expect(chat.log.getByText("That is all.")).toBeVisible();
  await chat.log.getByRole("button", { name: /Look up/, expanded: false }).click();
  await expect(chat.log.getByRole("article", { name: "Look up: Done" })).toContainText("onbegin");
  const address = page.url();
  for (const words of await chat.log.getByText("press", { exact: true }).all()) await words.click();
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => Reflect.get(window, "hit"))).toBeUndefined();
  expect([asked, opened, page.url()]).toEqual([[], [], address]);
  expect(await chat.log.locator("script, iframe, video, link, [onerror], [ontoggle]").count()).toBe(0);
});

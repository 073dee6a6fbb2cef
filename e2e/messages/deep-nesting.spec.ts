import { overflows } from "../support/layout";
import { expect, test } from "../support/test";

const DEPTH = 60;
const WORDS = "Words that lie deep within and are read all the same";

for (const width of [1280, 390]) {
  for (const [what, mark, selector] of [
    ["quotations", "> ", "blockquote"],
    ["lists", "- ", "li"],
    ["numbered lists", "1. ", "li"],
    ["quotations within lists", "> - ", "blockquote"],
  ] as const) {
    test(`${what} that lie ${DEPTH} deep in each other leave their words a width to be read in, ${width} px`, async ({
      chat,
      page,
      server,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      const threadId = crypto.randomUUID();
      await page.request.get(server.url); // the page's cookie says whose thread it is
      const content = `Before\n\n${mark.repeat((2 * DEPTH) / mark.length)}${WORDS}\n\nAfter`;
      const messages = [
        { type: "human", id: "m1", content: "Quote it" },
        { type: "ai", id: "m2", content },
      ];
      const supersteps = [{ updates: [{ as_node: "model_request", values: { messages } }] }];
      const data = { thread_id: threadId, metadata: { graph_id: "agent" }, supersteps };
      expect((await page.request.post(`${server.url}/api/threads`, { data })).ok()).toBe(true);
      await chat.open(`/t/${threadId}`);
      await expect(chat.log).toContainText("After");
      await expect(chat.log.locator(`.tw-markdown ${selector}`)).toHaveCount((2 * DEPTH) / mark.length);
      const column = (await chat.log.locator(".tw-markdown").boundingBox())?.width ?? 0;
      const innermost = chat.log.locator(`.tw-markdown :is(blockquote, li)`).last();
      const box = await innermost.boundingBox();
      expect(box?.width).toBeGreaterThan(column / 2);
      const text = await innermost.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      });
      expect(text.left).toBeGreaterThanOrEqual(0);
      expect(text.right).toBeLessThanOrEqual(width);
      expect(await overflows(page)).toEqual([]);
    });
  }
}

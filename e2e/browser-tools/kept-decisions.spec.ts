import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startToolweave } from "../support/server";
import { logOf, send } from "../support/tabs";
import { expect, test } from "../support/test";

const FACTS = ["The tea is green.", "The gate is blue."];

/** A provider whose model keeps both facts in one turn, and says so when it has their results. */
async function startProvider() {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const tool_calls = FACTS.map((fact, index) => ({
      index,
      id: `call_${index}`,
      type: "function",
      function: { name: "keep_fact", arguments: JSON.stringify({ fact }) },
    }));
    const isAnswered = body.includes('"role":"tool"');
    const delta = isAnswered ? { content: "Both are settled." } : { tool_calls };
    const finish_reason = isAnswered ? "stop" : "tool_calls";
    const chunks = [
      { index: 0, delta: { role: "assistant", ...delta }, finish_reason: null },
      { index: 0, delta: {}, finish_reason },
    ];
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const choice of chunks) {
      const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "two-facts", choices: [choice] };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

test("one of two actions is decided: a reload asks only for the other, and nothing is sent before both are", async ({
  page,
}) => {
  const provider = await startProvider();
  const server = await startToolweave({
    TOOLWEAVE_MODEL: "openai:two-facts",
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: provider.url,
  });
  try {
    await page.goto(server.url);
    await send(page, "Keep that the tea is green and that the gate is blue");
    const cards = page.getByRole("article", { name: /^Keep a fact/ });
    const asked = page.getByRole("article", { name: "Keep a fact: Your decision" });
    await expect(asked).toHaveCount(2);
    await cards.nth(1).getByRole("button", { name: "Decline" }).click();
    await expect(asked).toHaveCount(1);

    const resumes: string[] = [];
    page.on("request", (request) => {
      if (request.postData()?.includes('"resume"')) resumes.push(request.postData() ?? "");
    });
    await page.reload();
    await expect(cards.nth(1)).toHaveAccessibleName(/Declined/);
    await expect(asked).toHaveCount(1);
    expect(resumes).toEqual([]);
    await cards.nth(0).getByRole("button", { name: "Approve" }).click();
    await expect(logOf(page)).toContainText("Both are settled.");
    await expect(cards.nth(0)).toHaveAccessibleName("Keep a fact: Done");
    expect(resumes).toHaveLength(1);
    expect(resumes[0]).toMatch(/"decisions":\[{"type":"approve"},{"type":"reject"/);
  } finally {
    await server.stop();
    provider.close();
  }
});

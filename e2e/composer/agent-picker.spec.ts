import { violations } from "../support/axe";
import { expect, test } from "../support/test";

test.use({ serverEnv: { TOOLWEAVE_MODELS: "demo,demo:slow,openai:gpt-test" } });

test("agent and model are chosen by keyboard, go with the run, and are the thread's after a reload", async ({
  chat,
  page,
}) => {
  await chat.open();
  const button = page.getByRole("button", { name: /Agent and model:/ });
  await expect(button).toHaveAccessibleName("Agent and model: Assistant demo");
  await button.press("Enter");
  const panel = page.getByRole("dialog", { name: "Agent and model" });
  await expect(panel.getByRole("radio", { name: "Assistant" })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await expect(panel).toContainText("OPENAI_API_KEY");

  await page.keyboard.press("ArrowDown");
  await expect(panel.getByRole("radio", { name: "Plain chat" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(panel.getByRole("radio", { name: "demo", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const keyless = panel.getByRole("radio", { name: "openai:gpt-test" });
  await expect(keyless).toBeFocused();
  await expect(keyless).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(button).toHaveAccessibleName("Agent and model: Plain chat demo:slow");

  const request = page.waitForRequest((sent) => sent.url().endsWith("/runs/stream") && sent.method() === "POST");
  await chat.send("What is 3 * 12?");
  const body = (await request).postDataJSON();
  expect(body).toMatchObject({ assistant_id: "plain", config: { configurable: { model: "demo:slow" } } });
  await expect(page.getByRole("button", { name: "Write again" })).toBeEnabled({ timeout: 20_000 });
  await expect(chat.log.getByRole("article")).toHaveCount(0); // that agent has no tools

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(button).toHaveAccessibleName("Agent and model: Plain chat demo:slow");
  await page.getByRole("button", { name: "New thread" }).first().click();
  await expect(button).toHaveAccessibleName("Agent and model: Assistant demo");
  await button.click();
  await panel.getByText("demo:slow").click();
  await expect(panel).toHaveCount(0);
  await page.reload();
  await expect(button).toHaveAccessibleName("Agent and model: Assistant demo:slow");
});

test("the server refuses a model that is none", async ({ server, request }) => {
  const { KEY_HEADERS: headers } = await import("../support/server");
  const thread = await (await request.post(`${server.url}/api/threads`, { headers, data: {} })).json();
  const refused = await request.post(`${server.url}/api/threads/${thread.thread_id}/runs`, {
    headers,
    data: { assistant_id: "agent", input: { messages: [] }, config: { configurable: { model: "none" } } },
  });
  expect(refused.status()).toBe(422);
  expect(await refused.json()).toMatchObject({ code: "unsupported", field: "config.configurable.model" });
});

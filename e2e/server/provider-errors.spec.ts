import { type ReplayBehaviour, startReplayServer } from "@/lib/testing";
import { startToolweave } from "../support/server";
import { expect, test } from "../support/test";

/** What a person sees and can do when the provider fails; the thread must stay usable. */
const FAILURES: { title: string; behaviour: Partial<ReplayBehaviour>; says: RegExp; keeps?: RegExp }[] = [
  { title: "401", behaviour: { status: 401 }, says: /key/i },
  { title: "429", behaviour: { status: 429 }, says: /limit|too many/i },
  { title: "500", behaviour: { status: 500 }, says: /provider/i },
  {
    title: "a stream that breaks off",
    behaviour: { breakOffAfterBytes: 1500, chunkBytes: 200, delayMs: 5 },
    says: /broke off|cut off/i,
    keeps: /look up the weather/,
  },
];

for (const { title, behaviour, says, keeps } of FAILURES) {
  test(`${title}: a clear message, a retry, and the thread goes on`, async ({ page }) => {
    const replay = await startReplayServer({ turns: "by-history" });
    const address = `${replay.url}/own-anthropic-weather`;
    const server = await startToolweave({
      TOOLWEAVE_MODEL: "anthropic:recorded",
      ANTHROPIC_API_KEY: "test-key",
      ANTHROPIC_BASE_URL: address,
    });
    try {
      await page.goto(server.url);
      const box = page.getByRole("textbox", { name: /message/i });
      await box.waitFor();
      await page.getByText(/can use \d+ tools/).waitFor(); // the key has been checked by now
      // More failures than the client library repeats by itself.
      replay.set({ ...behaviour, failures: title === "500" ? 2 : 1 });
      await box.fill("What is the weather in Lisbon?");
      await box.press("Enter");
      const alert = page.getByRole("alert").filter({ hasText: says });
      await expect(alert).toBeVisible({ timeout: 20_000 });
      await expect(page.getByRole("region", { name: "Messages" })).toContainText("What is the weather in Lisbon?");
      if (keeps) await expect(page.getByRole("region", { name: "Messages" })).toContainText(keeps);

      await page.getByRole("button", { name: "Try again" }).first().click();
      await expect(page.getByRole("article", { name: "Weather: Done" })).toBeVisible();
      await expect(page.getByRole("alert").filter({ hasText: says })).toBeHidden();
      await page.reload();
      await expect(page.getByRole("article", { name: "Weather: Done" })).toHaveCount(1);
    } finally {
      await server.stop();
      await replay.close();
    }
  });
}

test("a refused key is found at start and shown before the first message", async ({ page }) => {
  const replay = await startReplayServer({ status: 401 });
  const server = await startToolweave({
    TOOLWEAVE_MODEL: "openai:recorded",
    OPENAI_API_KEY: "refused",
    OPENAI_BASE_URL: `${replay.url}/own-openai-arithmetic/v1`,
  });
  try {
    await page.goto(server.url);
    await expect(page.getByText(/OPENAI_API_KEY/).first()).toBeVisible();
    expect(server.output()).toContain("OPENAI_API_KEY");
  } finally {
    await server.stop();
    await replay.close();
  }
});

test("a missing key is shown before the first message", async ({ page }) => {
  const server = await startToolweave({ TOOLWEAVE_MODEL: "openai:gpt-5-mini" });
  try {
    await page.goto(server.url);
    await expect(page.getByText(/OPENAI_API_KEY/).first()).toBeVisible();
  } finally {
    await server.stop();
  }
});

test("a provider that is not installed: the page and the terminal name the package", async ({ page }) => {
  const server = await startToolweave({ TOOLWEAVE_MODEL: "groq:llama-3.3-70b-versatile", GROQ_API_KEY: "test-key" });
  try {
    await page.goto(server.url);
    await expect(page.getByText(/npm install @langchain\/groq/).first()).toBeVisible();
    expect(server.output()).toContain("@langchain/groq");
  } finally {
    await server.stop();
  }
});

test("a wrong TOOLWEAVE_MODEL: the start says which names are possible", async () => {
  const server = await startToolweave({ TOOLWEAVE_MODEL: "gpt-5" });
  try {
    expect(server.output()).toMatch(/TOOLWEAVE_MODEL.*gpt-5/s);
    expect(server.output()).toContain("openai:");
    expect(server.output()).toContain("anthropic:");
  } finally {
    await server.stop();
  }
});

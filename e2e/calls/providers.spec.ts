import {
  hasSharedStreams,
  type ReplayServer,
  SHARED_STREAMS_DIRECTORY,
  startReplayServer,
  turnsOf,
} from "@/lib/testing";
import { startToolweave } from "../support/server";
import { expect, test } from "../support/test";

/** Tool flows over the wire of a real provider, through LangChain's own class for it. */
const OWN_FLOWS = [
  { id: "own-openai-arithmetic", provider: "openai" },
  { id: "own-openai-email", provider: "openai" },
  { id: "own-openai-location", provider: "openai" },
  { id: "own-anthropic-weather", provider: "anthropic" },
  { id: "own-anthropic-note", provider: "anthropic" },
] as const;

/** Recordings of real providers, by the class that reads them. */
const SHARED_FLOWS = [
  { id: "flow-23", provider: "openai", title: "OpenAI" },
  { id: "flow-16", provider: "openai", title: "Mistral" },
  { id: "flow-18", provider: "openai", title: "DeepSeek" },
  { id: "flow-03", provider: "openai", title: "Ollama" },
  { id: "flow-17", provider: "openai", title: "Azure" },
  { id: "flow-02", provider: "anthropic", title: "Anthropic" },
] as const;

type Provider = "openai" | "anthropic";

function providerEnv(provider: Provider, address: string): Record<string, string> {
  return provider === "openai"
    ? { TOOLWEAVE_MODEL: "openai:recorded", OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: `${address}/v1` }
    : { TOOLWEAVE_MODEL: "anthropic:recorded", ANTHROPIC_API_KEY: "test-key", ANTHROPIC_BASE_URL: address };
}

/** Texts of all the leaves of a call's arguments, as a person reads them. */
function leavesOf(value: unknown): string[] {
  if (typeof value === "boolean" || value === null) return []; // shown in words
  if (typeof value !== "object") return [String(value)];
  return Object.values(value).flatMap(leavesOf);
}

test.use({ permissions: ["geolocation"], geolocation: { latitude: 38.7223, longitude: -9.1393, accuracy: 25 } });

function flowTest(title: string, flowId: string, provider: Provider, directory?: string) {
  test(`${title}: the page ends with the arguments that the provider sent`, async ({ page }) => {
    const replay = await startReplayServer({
      turns: "by-history",
      chunkBytes: 37,
      delayMs: 1,
      ...(directory === undefined ? {} : { directory }),
    });
    const server = await startToolweave(providerEnv(provider, `${replay.url}/${flowId}`));
    try {
      await playFlow(page, server.url, replay, flowId);
    } finally {
      await server.stop();
      await replay.close();
    }
  });
}

/** Sends a message for each turn that ends in text, and holds every call on the page to the manifest. */
async function playFlow(page: import("@playwright/test").Page, url: string, replay: ReplayServer, flowId: string) {
  const turns = turnsOf(replay.streams, flowId);
  const calls = turns.flatMap((turn) => turn.expect.tool_calls);
  expect(calls.length).toBeGreaterThan(0);
  await page.goto(url);
  const log = page.getByRole("region", { name: "Messages" });
  for (const [index, turn] of turns.entries()) {
    const isFirstOfMessage = index === 0 || turns[index - 1]?.expect.tool_calls.length === 0;
    if (!isFirstOfMessage) continue;
    const box = page.getByRole("textbox", { name: /message/i });
    await box.fill(`Go on with ${turn.name}`);
    await box.press("Enter");
    const approve = page.getByRole("button", { name: "Approve" });
    const last = turns.slice(index).find((candidate) => candidate.expect.tool_calls.length === 0);
    const end = log.getByText(words(last?.expect.text ?? "", 3), { exact: false }).last();
    await expect(approve.or(end).first()).toBeVisible({ timeout: 20_000 });
    if (await approve.isVisible()) await approve.click();
    await expect(end).toBeVisible();
  }
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(calls.length);
  for (const [index, call] of calls.entries()) {
    const card = cards.nth(index);
    await expect(card).toHaveAttribute("data-tool", call.name);
    const unfold = card.locator("button[aria-expanded=false]").first();
    if (await unfold.isVisible()) await unfold.click();
    for (const leaf of leavesOf(call.args)) {
      for (const line of leaf.split("\n").filter(Boolean)) await expect(card).toContainText(line.trim());
    }
  }
}

/** The first plain words of a text: enough to find it, without Markdown's marks. */
function words(text: string, count: number): RegExp {
  const found = text.match(/[\p{L}\p{N}]+/gu)?.slice(0, count) ?? [];
  return new RegExp(found.join("[^\\p{L}\\p{N}]+"), "u");
}

test.describe("real provider bytes, our own streams", () => {
  for (const { id, provider } of OWN_FLOWS) flowTest(id, id, provider);
});

test.describe("real provider bytes, recorded streams", () => {
  test.skip(!hasSharedStreams, "the recordings of real providers are not on this machine");
  for (const { id, provider, title } of SHARED_FLOWS) flowTest(title, id, provider, SHARED_STREAMS_DIRECTORY);
});

import { expect, it } from "vitest";
import { ToolweaveError, type ToolweaveErrorCode } from "@/lib/errors";
import { createActTool } from "../test-support/act-tool";
import { call, createBrowser, createJudge, settle } from "../test-support/browser";

async function setUp(code: ToolweaveErrorCode) {
  const browser = createBrowser();
  const judge = createJudge(browser.now);
  judge.pending.add("i-k1");
  const { tool, runs } = createActTool();
  const server = { isRefusing: true };
  const tab = browser.openTab([tool], {
    ...judge,
    claim: async (interruptId: string, holder: string) => {
      if (server.isRefusing) throw new ToolweaveError(code, "No.");
      return await judge.claim(interruptId, holder);
    },
  });
  tab.executor.request([call("k1", "act")], { isComplete: true });
  await settle();
  return { browser, tab, server, runs };
}

it.each(["unauthenticated", "unauthorized", "bad_request", "unsupported"] as const)(
  "a claim that is refused as %s has the state read, whose failure the person sees, and is asked for again",
  async (code) => {
    const { browser, tab, server, runs } = await setUp(code);
    await browser.advance(60_000);
    expect([tab.counts.refreshes, tab.phase(), runs()]).toEqual([1, "claiming", 0]);
    server.isRefusing = false;
    await browser.advance(11_000);
    expect(runs()).toBe(1);
  },
);

it("a claim that finds no network waits for it, and says nothing that the network's own return would not", async () => {
  const { browser, tab, server, runs } = await setUp("connection_lost");
  await browser.advance(60_000);
  expect(tab.counts.refreshes).toBe(0);
  server.isRefusing = false;
  await browser.advance(11_000);
  expect(runs()).toBe(1);
});

import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import { defineHeadlessTool } from "@/lib/headless";
import { createWorld, headlessInterrupt, sayCall, toolMessage } from "../test-support/session";

const worlds: ReturnType<typeof createWorld>[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});

/** A browser tool that the person declined with a reason while nobody could be asked for the claim. */
async function openDeclined() {
  const world = createWorld((run) => {
    const answered = run.request.command?.resume as Record<string, unknown> | undefined;
    if (answered !== undefined) return run.addMessages("tools", [toolMessage("k1", JSON.stringify(answered["i-k1"]))]);
    sayCall(run, "a1", 0, "k1", "act", "{}");
    const tool_calls = [{ id: "k1", name: "act", args: {} }];
    run.addMessages("model", [{ type: "ai", id: "a1", content: "", tool_calls }]);
    run.interrupt(headlessInterrupt("i-k1", "k1", "act", {}));
  });
  worlds.push(world);
  let runs = 0;
  const tool = defineHeadlessTool({
    name: "act",
    title: "Act",
    description: "Acts.",
    reason: "To test.",
    input: z.object({}),
    policy: { consent: "ask", idempotent: false },
  }).implement(() => {
    runs += 1;
    return "did";
  });
  const network = { isCut: true };
  const tab = world.openTab({
    tools: [tool],
    wrap: (server) => ({
      ...server,
      claimInterrupt: async (...request) => {
        if (network.isCut) throw new ToolweaveError("connection_lost", "No network.");
        return await server.claimInterrupt(...request);
      },
    }),
  });
  await tab.session.submit("go");
  const { threadId } = await tab.untilStatus("awaiting-human");
  await tab.session.decide(tab.calls()[0]?.key ?? "", { type: "decline", reason: "not before noon" });
  await tab.session.open(undefined);
  const resumes = () => world.server.started.slice(1).map(({ command }) => command?.resume);
  return { tab, threadId, network, resumes, runs: () => runs };
}

const DECLINED = [{ "i-k1": { code: "tool_declined", message: expect.stringContaining("not before noon") } }];
const MAX_WAIT = { timeout: 4_000 };

it("a decline keeps its reason while another thread is shown, and asks nobody again", async () => {
  const { tab, threadId, network, resumes, runs } = await openDeclined();
  await tab.session.open(threadId);
  await tab.until(({ isLoading }) => !isLoading && tab.calls().length === 1);
  expect(tab.calls()[0]?.phase).not.toBe("consent");
  network.isCut = false;
  await expect.poll(resumes, MAX_WAIT).toMatchObject(DECLINED);
  expect(runs()).toBe(0);
});

it("a decline is delivered from away", async () => {
  const { network, resumes } = await openDeclined();
  network.isCut = false;
  await expect.poll(resumes, MAX_WAIT).toMatchObject(DECLINED);
});

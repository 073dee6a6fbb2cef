import { expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import { createActTool } from "@/lib/headless/test-support/act-tool";
import { createActingWorld } from "../test-support/acting-agent";

/** A browser tool that the person declined with a reason while nobody could be asked for the claim. */
async function openDeclined() {
  const { world, resumes } = createActingWorld();
  const { tool, runs } = createActTool(undefined, { consent: "ask" });
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
  return { tab, threadId, network, resumes, runs };
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

import { expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import { createActTool } from "@/lib/headless/test-support/act-tool";
import { createActingWorld } from "../test-support/acting-agent";

/** Longer than a delivery waits before it tries again. */
const A_RETRY_MS = 2_500;
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The answer to a browser tool's call is on its way without a network, from a thread that was left and is shown again. */
async function openLeftAndBack(run?: (n: number) => unknown) {
  const { world, resumes } = createActingWorld();
  const { tool, runs } = createActTool(run);
  const network = { isCut: true };
  let attempts = 0;
  const tab = world.openTab({
    tools: [tool],
    wrap: (server) => ({
      ...server,
      startRun: (threadId, request, options) => {
        if (request.command?.resume === undefined) return server.startRun(threadId, request, options);
        attempts += 1;
        if (network.isCut) throw new ToolweaveError("connection_lost", "No network.");
        return server.startRun(threadId, request, options);
      },
    }),
  });
  await tab.session.submit("go");
  const { threadId } = await tab.untilStatus("error");
  const before = attempts;
  await tab.session.open(undefined);
  await expect.poll(() => attempts).toBeGreaterThan(before); // it is delivered from away
  await tab.session.open(threadId);
  await tab.untilStatus("error"); // nor does it go out from here
  return { tab, network, resumes, runs };
}

it("an answer that the person stopped after coming back is not sent by the delivery that began away", async () => {
  const { tab, network, resumes } = await openLeftAndBack();
  await tab.session.stop();
  expect(tab.calls()).toMatchObject([{ phase: "cancelled" }]);
  network.isCut = false;
  await pass(A_RETRY_MS);
  expect(resumes()).toEqual([]);
});

it("a failure that the person has tried again after coming back is not sent by the delivery that began away", async () => {
  const { tab, network, resumes, runs } = await openLeftAndBack((n) => {
    if (n === 1) throw new Error("broken");
    return "mended";
  });
  await tab.session.runAgain(tab.calls()[0]?.key ?? "");
  await tab.until(({ status }) => status === "error" && tab.calls()[0]?.phase === "done");
  network.isCut = false;
  await pass(A_RETRY_MS);
  await tab.session.retry();
  await tab.untilStatus("idle");
  expect(runs()).toBe(2);
  expect(resumes()).toEqual([{ "i-k1": "mended" }]);
});

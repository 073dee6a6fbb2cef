import { expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import { createActTool } from "@/lib/headless/test-support/act-tool";
import { createActingWorld } from "../test-support/acting-agent";

/** An agent that calls a tool whose first run fails; answers get lost on their way while `isCut`. */
async function openFailed({ isTaken = false } = {}) {
  const { world, resumes } = createActingWorld();
  const { tool, runs } = createActTool((run) => {
    if (run === 1) throw new Error("broken");
    return "mended";
  });
  const network = { isCut: true };
  const tab = world.openTab({
    tools: [tool],
    wrap: (server) => ({
      ...server,
      startRun: async function* (threadId, request, options) {
        if (request.command?.resume === undefined || !network.isCut)
          return yield* server.startRun(threadId, request, options);
        if (isTaken) await server.createRun(threadId, request, options);
        throw new ToolweaveError("connection_lost", "No network.");
      },
    }),
  });
  await tab.session.submit("go");
  await tab.untilStatus("error");
  const call = () => tab.calls()[0];
  return { tab, network, call, resumes, runs };
}

it("a failed tool whose answer could not be sent is tried again in place, and only its new answer is sent", async () => {
  const { tab, network, call, resumes, runs } = await openFailed();
  expect(call()).toMatchObject({ phase: "failed", error: "broken", canRunAgain: true });
  await tab.session.runAgain(call()?.key ?? "");
  await tab.until(({ status }) => status === "error" && call()?.phase === "done");
  expect(runs()).toBe(2);
  expect(call()).not.toHaveProperty("canRunAgain");
  network.isCut = false;
  await tab.session.retry();
  await tab.untilStatus("idle");
  expect(resumes()).toEqual([{ "i-k1": "mended" }]);
  expect(runs()).toBe(2);
});

it("a failure that is sent, as every failure at once, is not tried again in place", async () => {
  const { tab, network, call, resumes, runs } = await openFailed();
  network.isCut = false;
  await tab.session.retry();
  await tab.untilStatus("idle");
  expect(call()).not.toHaveProperty("canRunAgain");
  expect(resumes()).toMatchObject([{ "i-k1": { code: "tool_failed", message: "broken" } }]);
  expect(runs()).toBe(1);
});

it("where the server has the answer and we did not hear of it, nothing runs again", async () => {
  const { tab, network, call, resumes, runs } = await openFailed({ isTaken: true });
  network.isCut = false;
  await tab.session.runAgain(call()?.key ?? "");
  await tab.untilStatus("idle");
  expect(runs()).toBe(1);
  expect(resumes()).toHaveLength(1);
  expect(call()?.result?.content).toContain("broken");
});

import { expect, it } from "vitest";
import { createActTool } from "@/lib/headless/test-support/act-tool";
import { callAct, createActingWorld } from "../test-support/acting-agent";
import type { Script } from "../test-support/session";

function open(consent: "auto" | "ask", first: Script) {
  const { world, resumes } = createActingWorld((run) => {
    if (run.request.command?.resume === undefined) return first(run);
    callAct(run);
  });
  const { tool } = createActTool(undefined, { consent });
  return { server: world.server, tab: world.openTab({ tools: [tool] }), resumes };
}

it("a notice that an answer came too late does not hold up the tool of the run that the other answer began", async () => {
  const { server, tab, resumes } = open("auto", (run) => run.interrupt({ id: "q1", value: "Where?" }));
  await tab.session.submit("go");
  const { threadId = "" } = await tab.untilStatus("awaiting-human");
  const resume = { q1: "nowhere" };
  await server.createRun(threadId, { assistant_id: "agent", input: null, command: { resume } }); // by another device
  await tab.session.submit("in the folder");
  await expect.poll(resumes, { timeout: 5_000 }).toEqual([resume, { "i-k1": "did" }]);
  expect(tab.state()).toMatchObject({ problem: { code: "interrupt_not_pending" }, draft: { text: "in the folder" } });
});

it("after a wish that cannot be done an approved call is answered", async () => {
  const { tab, resumes } = open("ask", (run) => callAct(run));
  await tab.session.submit("go");
  await tab.untilStatus("awaiting-human");
  await tab.session.regenerate(tab.state().messageIds.at(-1) ?? "");
  expect(tab.state().problem).toMatchObject({ code: "not_found", canRetry: false });
  await tab.session.decide(tab.calls()[0]?.key ?? "", { type: "approve" });
  await expect.poll(resumes).toEqual([{ "i-k1": "did" }]);
});

import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless";
import { createWorld, headlessInterrupt, type Script, sayCall, toolMessage } from "../test-support/session";

const worlds: ReturnType<typeof createWorld>[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});

const callTool: Script = (run) => {
  sayCall(run, "a1", 0, "k1", "act", "{}");
  const tool_calls = [{ id: "k1", name: "act", args: {} }];
  run.addMessages("model", [{ type: "ai", id: "a1", content: "", tool_calls }]);
  run.interrupt(headlessInterrupt("i-k1", "k1", "act", {}));
};

function open(consent: "auto" | "ask", first: Script) {
  const world = createWorld((run) => {
    const answered = run.request.command?.resume as Record<string, unknown> | undefined;
    if (answered === undefined) return first(run);
    if (answered["i-k1"] === undefined) return callTool(run);
    run.addMessages("tools", [toolMessage("k1", JSON.stringify(answered["i-k1"]))]);
  });
  worlds.push(world);
  const tool = defineHeadlessTool({
    name: "act",
    title: "Act",
    description: "Acts.",
    reason: "To test.",
    input: z.object({}),
    policy: { consent, idempotent: false },
  }).implement(() => "did");
  const resumes = () => world.server.started.slice(1).map(({ command }) => command?.resume);
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
  const { tab, resumes } = open("ask", callTool);
  await tab.session.submit("go");
  await tab.untilStatus("awaiting-human");
  await tab.session.regenerate(tab.state().messageIds.at(-1) ?? "");
  expect(tab.state().problem).toMatchObject({ code: "not_found", canRetry: false });
  await tab.session.decide(tab.calls()[0]?.key ?? "", { type: "approve" });
  await expect.poll(resumes).toEqual([{ "i-k1": "did" }]);
});

import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import { createMemoryJournal, defineHeadlessTool, type HeadlessPage } from "@/lib/headless";
import { createPage, createWorld, headlessInterrupt, sayCall, toolMessage } from "../test-support/session";

const worlds: ReturnType<typeof createWorld>[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});

/** An agent that asks for one browser tool and says what came of it. */
function open() {
  const world = createWorld((run) => {
    const answered = run.request.command?.resume as Record<string, unknown> | undefined;
    if (answered === undefined) {
      sayCall(run, "a1", 0, "c1", "locate", "{}");
      run.addMessages("model", [
        { type: "ai", id: "a1", content: "", tool_calls: [{ id: "c1", name: "locate", args: {} }] },
      ]);
      run.interrupt(headlessInterrupt("i-c1", "c1", "locate", {}));
      return;
    }
    run.addMessages("tools", [toolMessage("c1", JSON.stringify(answered["i-c1"]))]);
    run.addMessages("model", [{ type: "ai", id: "a2", content: "Done." }]);
  });
  worlds.push(world);
  let runs = 0;
  const tool = defineHeadlessTool({
    name: "locate",
    title: "Locate",
    description: "Locates.",
    reason: "It locates.",
    input: z.object({}),
    policy: { consent: "auto" },
  }).implement(() => {
    runs += 1;
    return { at: "home" };
  });
  let page: HeadlessPage | undefined;
  let coming = Promise.withResolvers<HeadlessPage>();
  const tab = world.openTab({ tools: [tool], latePage: { now: () => page, load: () => coming.promise } });
  return {
    tab,
    runs: () => runs,
    arrive: () => {
      page = createPage(createMemoryJournal());
      coming.resolve(page);
    },
    fail: () => {
      const failed = coming;
      coming = Promise.withResolvers();
      failed.reject(new ToolweaveError("connection_lost", "A part of this page could not be loaded."));
    },
  };
}

it("runs a browser tool once when what executes it comes after the call", async () => {
  const { tab, runs, arrive } = open();
  await tab.session.submit("Where am I?");
  await tab.until(({ interrupts, runId }) => interrupts.length === 1 && runId === undefined);
  expect(tab.state().status).toBe("running-client-tool");
  expect(runs()).toBe(0);
  arrive();
  await tab.untilStatus("idle");
  expect(runs()).toBe(1);
  expect(tab.texts().at(-1)).toBe("ai: Done.");
});

it("says when what executes cannot be loaded; trying again runs the tool, and the thread goes on", async () => {
  const { tab, runs, arrive, fail } = open();
  await tab.session.submit("Where am I?");
  await tab.untilStatus("running-client-tool");
  fail();
  await tab.untilStatus("error");
  expect(tab.state().problem).toMatchObject({ code: "connection_lost", canRetry: true });
  arrive();
  await tab.session.retry();
  await tab.untilStatus("idle");
  expect(runs()).toBe(1);
  expect(tab.texts().at(-1)).toBe("ai: Done.");
});

it("drops a call that is stopped while what executes is on its way", async () => {
  const { tab, runs, arrive } = open();
  await tab.session.submit("Where am I?");
  await tab.untilStatus("running-client-tool");
  await tab.session.stop();
  arrive();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(runs()).toBe(0);
});

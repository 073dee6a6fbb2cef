import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless";
import { createWorld, headlessInterrupt, type Script, toolMessage } from "./test-support/session";

const worlds: ReturnType<typeof createWorld>[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});
function world(script: Script) {
  const made = createWorld(script);
  worlds.push(made);
  return made;
}

describe("faults that real products had with interrupts", () => {
  it("two tasks pause: both are shown, in order, also after a reload (case 123)", async () => {
    const { openTab } = world((run) => {
      run.interrupt({ id: "i1", value: "A?" });
      run.interrupt({ id: "i2", value: "B?" });
    });
    const tab = openTab();
    await tab.session.submit("go");
    const { threadId = "" } = await tab.untilStatus("awaiting-human");
    const asked = [
      { id: "i1", value: "A?" },
      { id: "i2", value: "B?" },
    ];
    expect(tab.state().questions).toEqual(asked);
    const later = openTab({ threadId });
    await later.untilStatus("awaiting-human");
    expect(later.state().questions).toEqual(asked);
  });

  it("a pause inside a subgraph: what was said before it stays while it lasts (case 131)", async () => {
    const { openTab } = world((run) => {
      run.addMessages("model", [{ type: "ai", id: "m1", content: "from the root" }]);
      run.emit("messages", [
        { type: "ai", id: "m2", content: "from the graph inside" },
        { langgraph_node: "model", langgraph_checkpoint_ns: "inner:1|model:2" },
      ]);
      run.interrupt({ id: "i1", value: "Which one?" });
    });
    const tab = openTab();
    await tab.session.submit("go");
    await tab.untilStatus("awaiting-human");
    expect(tab.texts()).toEqual(["human: go", "ai: from the root", "ai: from the graph inside"]);
  });

  it("the page shows a result and the server adds its message: there is one, in view and in state (case 135)", async () => {
    const { server, openTab } = world((run) => {
      if (run.request.command?.resume === undefined) {
        const tool_calls = [{ id: "k1", name: "locate", args: {} }];
        run.addMessages("model", [{ type: "ai", id: "a1", content: "", tool_calls }]);
        run.interrupt(headlessInterrupt("i1", "k1", "locate"));
        return;
      }
      run.addMessages("tools", [toolMessage("k1", '"home"')]);
    });
    const tool = defineHeadlessTool({
      name: "locate",
      title: "t",
      description: "t",
      reason: "t",
      input: z.object({}),
      policy: { consent: "auto" },
    }).implement(() => "home");
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("go");
    const { threadId = "" } = await tab.until(({ status, runId }) => status === "idle" && runId === undefined);
    expect(tab.calls()).toMatchObject([{ id: "k1", phase: "done", result: { content: '"home"' } }]);
    const { values } = server.threads.get(threadId)?.state() ?? {};
    const { messages } = values as { messages: { type: string }[] };
    expect(messages.filter(({ type }) => type === "tool")).toHaveLength(1);
    expect(tab.messages().filter(({ type }) => type === "tool")).toEqual([]);
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineHeadlessTool, type HeadlessTool } from "@/lib/headless";
import { createWorld, headlessInterrupt, type Script, say, sayCall, toolMessage } from "./test-support/session";

const worlds: ReturnType<typeof createWorld>[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});

const MAIL = { to: "ada@example.org", text: "hello" };
const SCHEMA = {
  type: "object",
  properties: { to: { type: "string" }, text: { type: "string", minLength: 3 } },
  required: ["to", "text"],
};
const CAMEL = {
  actionRequests: [
    { name: "send_mail", args: MAIL, description: "An email leaves." },
    { name: "send_mail", args: { ...MAIL, to: "ben@example.org" } },
  ],
  reviewConfigs: [
    { actionName: "send_mail", allowedDecisions: ["approve", "edit", "reject", "respond"], argsSchema: SCHEMA },
    { actionName: "send_mail", allowedDecisions: ["approve", "reject"] },
  ],
};
const SNAKE = {
  action_requests: CAMEL.actionRequests,
  review_configs: [
    { action_name: "send_mail", allowed_decisions: ["approve", "edit"], args_schema: SCHEMA },
    { action_name: "send_mail", allowed_decisions: ["approve", "reject", "sing"] },
  ],
};

/** A server graph that waits for a decision on two calls of one tool; `heard` is what it was told. */
function reviewer(payload: unknown, answerAs: (run: Parameters<Script>[0]) => void = () => {}) {
  const heard: unknown[] = [];
  const script: Script = (run) => {
    const resume = run.request.command?.resume;
    if (resume === undefined) {
      const calls = [MAIL, { ...MAIL, to: "ben@example.org" }];
      calls.forEach((args, index) => {
        sayCall(run, "a1", index, `k${index + 1}`, "send_mail", JSON.stringify(args));
      });
      const tool_calls = calls.map((args, index) => ({ id: `k${index + 1}`, name: "send_mail", args }));
      run.addMessages("model", [{ type: "ai", id: "a1", content: "", tool_calls }]);
      run.interrupt({ id: "r1", value: payload });
      return;
    }
    heard.push(resume);
    answerAs(run);
    run.addMessages("model", [{ type: "ai", id: "done", content: "Done." }]);
  };
  const world = createWorld(script);
  worlds.push(world);
  return { ...world, heard };
}

const phases = (tab: ReturnType<ReturnType<typeof createWorld>["openTab"]>) => tab.calls().map(({ phase }) => phase);

describe("server tools that wait for the person", () => {
  it("show on the cards of their calls, with what may be decided, and are no question", async () => {
    const { openTab } = reviewer(CAMEL);
    const tab = openTab();
    await tab.session.submit("go");
    await tab.untilStatus("awaiting-human");
    expect(tab.calls()).toMatchObject([
      { id: "k1", phase: "consent", reason: "An email leaves.", decisions: ["approve", "edit", "decline", "respond"] },
      { id: "k2", phase: "consent", decisions: ["approve", "decline"] },
    ]);
    expect(tab.state().questions).toEqual([]);
  });

  it("show each on the call with its arguments, whatever the order of their keys", async () => {
    const { openTab, heard } = reviewer({
      actionRequests: [{ name: "send_mail", args: { text: "hello", to: "ben@example.org" } }],
      reviewConfigs: [{ actionName: "send_mail", allowedDecisions: ["approve", "reject"] }],
    });
    const tab = openTab();
    await tab.session.submit("go");
    await tab.untilStatus("awaiting-human");
    const [first, second] = tab.calls();
    expect([first?.phase, second?.phase]).toEqual(["server", "consent"]);
    await tab.session.decide(second?.key ?? "", { type: "approve" });
    await tab.untilStatus("idle");
    expect(heard).toEqual([{ r1: { decisions: [{ type: "approve" }] } }]);
  });

  it("decided in part here and wholly in another tab are answered once, by that tab", async () => {
    const { openTab, heard, server } = reviewer(CAMEL);
    const here = openTab();
    await here.session.submit("go");
    await here.untilStatus("awaiting-human");
    const there = openTab({ threadId: here.state().threadId ?? "" });
    await there.untilStatus("awaiting-human");
    await here.session.decide(here.calls()[1]?.key ?? "", { type: "decline" });
    for (const call of there.calls()) await there.session.decide(call.key, { type: "approve" });
    await there.untilStatus("idle");
    await here.session.decide(here.calls()[0]?.key ?? "", { type: "approve" });
    await here.until((state) => state.status === "idle" && here.texts().at(-1) === "ai: Done.");
    expect(here.state().problem).toBeUndefined();
    expect(heard).toEqual([{ r1: { decisions: [{ type: "approve" }, { type: "approve" }] } }]);
    expect(server.started).toHaveLength(2);
  });

  it("are answered by one ordered list, once the last of them is decided, in whatever order", async () => {
    const { openTab, heard } = reviewer(CAMEL);
    const tab = openTab();
    await tab.session.submit("go");
    await tab.untilStatus("awaiting-human");
    const [first, second] = tab.calls();
    await tab.session.decide(second?.key ?? "", { type: "decline", reason: "not Ben" });
    expect([phases(tab), heard]).toEqual([["consent", "declined"], []]);
    const args = { ...MAIL, text: "good morning" };
    await tab.session.decide(first?.key ?? "", { type: "edit", args });
    await tab.untilStatus("idle");
    expect(heard).toEqual([
      {
        r1: {
          decisions: [
            { type: "edit", editedAction: { name: "send_mail", args } },
            { type: "reject", message: "not Ben" },
          ],
        },
      },
    ]);
  });

  it("are read and answered in Python's snake_case; decisions that nobody knows are not offered", async () => {
    const { openTab, heard } = reviewer(SNAKE);
    const tab = openTab();
    await tab.session.submit("go");
    await tab.untilStatus("awaiting-human");
    const [first, second] = tab.calls();
    expect(second?.decisions).toEqual(["approve", "decline"]);
    await tab.session.decide(first?.key ?? "", { type: "edit", args: { to: "x", text: "short" } });
    await tab.session.decide(second?.key ?? "", { type: "approve" });
    await tab.untilStatus("idle");
    const edited_action = { name: "send_mail", args: { to: "x", text: "short" } };
    expect(heard).toEqual([{ r1: { decisions: [{ type: "edit", edited_action }, { type: "approve" }] } }]);
  });

  it("find faults in arguments by the server's schema, each at its field", async () => {
    const { openTab } = reviewer(CAMEL);
    const tab = openTab();
    await tab.session.submit("go");
    await tab.untilStatus("awaiting-human");
    const [first, second] = tab.calls();
    await expect(tab.session.argumentFaults(first?.key ?? "", { to: 5, text: "hi" })).resolves.toEqual([
      { path: ["to"], message: expect.any(String) },
      { path: ["text"], message: expect.any(String) },
    ]);
    await expect(tab.session.argumentFaults(first?.key ?? "", MAIL)).resolves.toEqual([]);
    await expect(tab.session.argumentFaults(second?.key ?? "", { to: 5 })).resolves.toEqual([]); // no schema: the server checks
  });

  it("declined stay declined although the server's ToolMessage does not say why", async () => {
    const { openTab } = reviewer(CAMEL, (run) => {
      run.addMessages("model", [
        toolMessage("k1", "User rejected the tool call", { status: "error" }),
        toolMessage("k2", "sent"),
      ]);
    });
    const tab = openTab();
    await tab.session.submit("go");
    await tab.untilStatus("awaiting-human");
    const [first, second] = tab.calls();
    await tab.session.decide(first?.key ?? "", { type: "decline" });
    await tab.session.decide(second?.key ?? "", { type: "approve" });
    await tab.untilStatus("idle");
    expect(phases(tab)).toEqual(["declined", "done"]);
  });

  it("that were approved count as failed when the run then fails", async () => {
    const { openTab } = reviewer(CAMEL, () => {
      throw new Error("the mail server is gone");
    });
    const tab = openTab();
    await tab.session.submit("go");
    await tab.untilStatus("awaiting-human");
    for (const call of tab.calls()) await tab.session.decide(call.key, { type: "approve" });
    await tab.untilStatus("error");
    expect(phases(tab)).toEqual(["failed", "failed"]);
  });

  it("are cancelled by a new message, which does not answer them", async () => {
    const { openTab, heard, server } = reviewer(CAMEL);
    const tab = openTab();
    await tab.session.submit("go");
    await tab.untilStatus("awaiting-human");
    await tab.session.submit("never mind");
    await tab.until(() => server.started.length === 2);
    expect(heard).toEqual([]);
    expect(server.started[1]).toMatchObject({ input: { messages: [{ content: "never mind" }] } });
  });

  it("wait again after a reload", async () => {
    const { openTab, heard } = reviewer(CAMEL);
    const tab = openTab();
    await tab.session.submit("go");
    const { threadId = "" } = await tab.untilStatus("awaiting-human");
    tab.session.dispose();
    const later = openTab({ threadId });
    await later.untilStatus("awaiting-human");
    for (const call of later.calls()) await later.session.decide(call.key, { type: "approve" });
    await later.untilStatus("idle");
    expect(heard).toEqual([{ r1: { decisions: [{ type: "approve" }, { type: "approve" }] } }]);
  });
});

it("a list of questions that did not change is the same list, however often the state is told", async () => {
  const { openTab } = reviewer("Which one?");
  const tab = openTab();
  await tab.session.submit("go");
  await tab.untilStatus("awaiting-human");
  const before = tab.state();
  tab.session.setDraft("the red");
  await tab.until(({ draft }) => draft.text === "the red");
  expect(tab.state()).not.toBe(before);
  expect(tab.state().questions).toBe(before.questions);
});

describe("a browser tool whose arguments the person changes", () => {
  function setUp(execute: (args: { place: string }) => unknown) {
    const heard: unknown[] = [];
    const script: Script = (run) => {
      const resume = run.request.command?.resume as Record<string, Record<string, unknown>> | undefined;
      if (resume === undefined) {
        sayCall(run, "a1", 0, "k1", "locate", '{"place":"there"}');
        run.addMessages("model", [
          { type: "ai", id: "a1", content: "", tool_calls: [{ id: "k1", name: "locate", args: { place: "there" } }] },
        ]);
        run.interrupt(headlessInterrupt("i1", "k1", "locate", { place: "there" }));
        return;
      }
      heard.push(resume.i1);
      const words = JSON.stringify(resume.i1?.value);
      run.addMessages("tools", [
        toolMessage("k1", `${words}\n\n(The person changed it.)`, {
          additional_kwargs: { edited_args: resume.i1?.edited_args, toolweave: { resultChars: words.length } },
        }),
      ]);
      say(run, "a2", "Done.");
    };
    const world = createWorld(script);
    worlds.push(world);
    const runs: unknown[] = [];
    const tool: HeadlessTool = defineHeadlessTool({
      name: "locate",
      title: "t",
      description: "t",
      reason: "t",
      input: z.object({ place: z.string().min(3) }),
      policy: { consent: "ask-once" },
    }).implement((args) => {
      runs.push(args);
      return execute(args);
    });
    return { ...world, heard, runs, tool };
  }

  it("runs with theirs, tells the agent, and shows both; the result stays a value", async () => {
    const { openTab, heard, runs, tool } = setUp(({ place }) => ({ at: place }));
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("go");
    await tab.untilStatus("awaiting-human");
    const [waiting] = tab.calls();
    expect(waiting).toMatchObject({ decisions: ["approve", "edit", "decline"], isConsentLasting: true });
    await expect(tab.session.argumentFaults(waiting?.key ?? "", { place: "x" })).resolves.toMatchObject([
      { path: ["place"] },
    ]);
    await expect(tab.session.decide(waiting?.key ?? "", { type: "edit", args: { place: "x" } })).rejects.toMatchObject({
      code: "tool_input_invalid",
    });
    expect(runs).toEqual([]);
    await tab.session.decide(waiting?.key ?? "", { type: "edit", args: { place: "here" } });
    await tab.untilStatus("idle");
    expect(runs).toEqual([{ place: "here" }]);
    expect(heard).toEqual([{ type: "toolweave.edited_result", value: { at: "here" }, edited_args: { place: "here" } }]);
    expect(tab.calls()).toMatchObject([
      {
        phase: "done",
        args: { place: "there" },
        editedArgs: { place: "here" },
        result: { content: '{"at":"here"}', value: { at: "here" } },
      },
    ]);
    await expect(tab.session.rememberedTools()).resolves.toEqual(["locate"]);
    await tab.session.forgetTool("locate");
    await expect(tab.session.rememberedTools()).resolves.toEqual([]);
  });
});

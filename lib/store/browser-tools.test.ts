import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import { createMemoryJournal, defineHeadlessTool, type HeadlessPolicy, type HeadlessTool } from "@/lib/headless";
import { type MemoryRun, systemClock } from "@/lib/transport";
import {
  createPage,
  createWorld,
  headlessInterrupt,
  type Script,
  say,
  sayCall,
  toolMessage,
} from "./test-support/session";

const worlds: ReturnType<typeof createWorld>[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});
function world(script: Script) {
  const made = createWorld(script);
  worlds.push(made);
  return made;
}

function makeTool(
  execute: (args: unknown, signal: AbortSignal) => unknown,
  policy: Partial<HeadlessPolicy> = {},
  name = "locate",
) {
  const runs: unknown[] = [];
  const tool: HeadlessTool = defineHeadlessTool({
    name,
    title: name,
    description: name,
    reason: name,
    input: z.object({ high: z.boolean().default(false) }),
    policy: { consent: "auto", timeoutMs: 60_000, idempotent: false, needsGesture: false, ...policy },
  }).implement((args, { signal }) => {
    runs.push(args);
    return execute(args, signal);
  });
  return { tool, runs };
}

/** An agent that calls browser tools in parallel, waits for all of them, and then says what it got. */
function caller(calls: Readonly<Record<string, { name: string; args?: unknown }>>): Script {
  return (run) => {
    const answered = run.request.command?.resume as Record<string, unknown> | undefined;
    if (answered === undefined) {
      Object.entries(calls).forEach(([id, { name, args = {} }], index) => {
        sayCall(run, "a1", index, id, name, JSON.stringify(args));
      });
      const tool_calls = Object.entries(calls).map(([id, { name, args = {} }]) => ({ id, name, args }));
      run.addMessages("model", [{ type: "ai", id: "a1", content: "", tool_calls }]);
      for (const [id, { name, args }] of Object.entries(calls))
        run.interrupt(headlessInterrupt(`i-${id}`, id, name, args ?? {}));
      return;
    }
    for (const [interruptId, value] of Object.entries(answered)) {
      const callId = interruptId.slice(2);
      const isError =
        typeof value === "object" && value !== null && "type" in value && value.type === "toolweave.tool_error";
      const code = isError ? (value as unknown as { code: string }).code : undefined;
      run.addMessages("tools", [
        isError
          ? toolMessage(callId, (value as unknown as { message: string }).message, {
              status: "error",
              additional_kwargs: { toolweave: { code } },
            })
          : toolMessage(callId, JSON.stringify(value)),
      ]);
    }
    if (isPaused(run)) return;
    say(run, `done-${run.runId}`, "Done.");
    run.addMessages("model", [{ type: "ai", id: `done-${run.runId}`, content: "Done." }]);
  };
}

let servers:
  | { threads: ReadonlyMap<string, { state(): { tasks?: { result?: unknown }[] | null | undefined } }> }
  | undefined;
function isPaused(run: MemoryRun): boolean {
  return (servers?.threads.get(run.threadId)?.state().tasks ?? []).some((task) => task.result === null);
}

function setUp(script: Script) {
  const made = world(script);
  servers = made.server;
  return made;
}

const ONE = { k1: { name: "locate" } };

describe("a browser tool", () => {
  it("runs once, its result resumes the graph once, and the card goes from writing to done", async () => {
    const { server, openTab } = setUp(caller({ k1: { name: "locate", args: { high: true } } }));
    const { tool, runs } = makeTool(() => ({ at: "home" }));
    const tab = openTab({ tools: [tool] });
    const phases: string[] = [];
    tab.session.store.subscribe(() => {
      const phase = tab.calls()[0]?.phase;
      if (phase !== undefined && phases.at(-1) !== phase) phases.push(phase);
    });
    await tab.session.submit("where am I?");
    await tab.until((state) => state.status === "idle" && tab.texts().includes("ai: Done."));
    expect(runs).toEqual([{ high: true }]);
    expect(server.started.map((request) => request.command?.resume)).toEqual([undefined, { "i-k1": { at: "home" } }]);
    expect(tab.calls()).toMatchObject([{ phase: "done", result: { value: { at: "home" }, isError: false } }]);
    expect(phases[0]).toBe("writing");
    expect(phases.at(-1)).toBe("done");
    expect(phases).toContain("browser");
    expect(tab.toolEvents.map((event) => event.phase)).toEqual([
      "requested",
      "claiming",
      "executing",
      "executed",
      "answered",
    ]);
    expect(tab.toolEvents[0]).toMatchObject({ callId: "k1", interruptId: "i-k1", threadId: tab.state().threadId });
  });

  it("stays at writing until its message has ended, however complete its arguments look", async () => {
    const gate = Promise.withResolvers<void>();
    const { openTab } = setUp(async (run) => {
      sayCall(run, "a1", 0, "k1", "locate", "{}");
      await gate.promise;
      run.addMessages("model", [
        { type: "ai", id: "a1", content: "", tool_calls: [{ id: "k1", name: "locate", args: {} }] },
      ]);
    });
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.until(() => tab.calls()[0]?.args !== undefined);
    expect(tab.calls()[0]).toMatchObject({ phase: "writing", status: "streaming", args: {} });
    gate.resolve();
    await tab.until(() => tab.calls()[0]?.status === "complete");
  });

  it("reads Python's payload", async () => {
    const { server, openTab } = setUp((run) => {
      if (run.request.command?.resume !== undefined) return;
      sayCall(run, "a1", 0, "k1", "locate", "{}");
      run.addMessages("model", [
        { type: "ai", id: "a1", content: "", tool_calls: [{ id: "k1", name: "locate", args: {} }] },
      ]);
      run.interrupt({ id: "i-k1", value: { type: "tool", tool_call: { id: "k1", name: "locate", args: {} } } });
    });
    const { tool } = makeTool(() => 1);
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("hi");
    await tab.until((state) => state.status === "idle" && server.started.length === 2);
    expect(server.started[1]?.command?.resume).toEqual({ "i-k1": 1 });
  });

  it("that fails is told to the agent as an error and shown as failed (case 157)", async () => {
    const { server, openTab } = setUp(caller(ONE));
    const { tool } = makeTool(() => Promise.reject(new Error("The shutter is closed.")));
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("hi");
    await tab.until((state) => state.status === "idle" && server.started.length === 2);
    expect(server.started[1]?.command?.resume).toEqual({
      "i-k1": { type: "toolweave.tool_error", code: "tool_failed", message: "The shutter is closed." },
    });
    expect(tab.calls()[0]).toMatchObject({
      phase: "failed",
      error: "The shutter is closed.",
      result: { isError: true },
    });
  });

  it("that takes too long is told to the agent as an error and shown as expired", async () => {
    const { openTab } = setUp(caller(ONE));
    const { tool } = makeTool(() => new Promise(() => {}), { timeoutMs: 5 });
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("go");
    await tab.untilStatus("idle");
    expect(tab.calls()).toMatchObject([
      { phase: "expired", error: "The tool did not answer within 0.005 seconds.", result: { isError: true } },
    ]);
  });

  it("of nine in one turn each runs once with its own arguments, however often handlers change (case 137)", async () => {
    const calls = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`k${n}`, { name: "locate", args: { high: n % 2 === 0 } }]),
    );
    const { server, openTab } = setUp(caller(calls));
    const { tool, runs } = makeTool((args) => args);
    const tab = openTab();
    let takeBack = tab.session.registerTools([tool]);
    tab.session.store.subscribe(() => {
      takeBack();
      takeBack = tab.session.registerTools([{ ...tool }]);
    });
    await tab.session.submit("hi");
    await tab.until((state) => state.status === "idle" && server.started.length === 2);
    expect(runs).toHaveLength(9);
    expect(Object.keys(server.started[1]?.command?.resume as object)).toHaveLength(9);
    expect(tab.calls().map((call) => call.result?.value)).toEqual(Object.values(calls).map((call) => call.args));
  });

  it("with parts for the person and parts of its own: what is ready goes in one resume, the rest stays pending", async () => {
    const { server, openTab } = setUp(caller({ k1: { name: "locate" }, k2: { name: "ask" } }));
    const auto = makeTool(() => "here");
    const asking = makeTool(() => "yes", { consent: "ask" }, "ask");
    const tab = openTab({ tools: [auto.tool, asking.tool] });
    await tab.session.submit("hi");
    await tab.until(
      (state) => state.status === "awaiting-human" && server.started.length === 2 && state.runId === undefined,
    );
    expect(tab.calls().map((call) => call.phase)).toEqual(["done", "consent"]);
    await tab.session.decide(tab.calls()[1]?.key ?? "", { type: "approve" });
    await tab.untilStatus("idle");
    expect(server.started.slice(1).map((request) => request.command?.resume)).toEqual([
      { "i-k1": "here" },
      { "i-k2": "yes" },
    ]);
    expect(auto.runs).toHaveLength(1);
    expect(asking.runs).toHaveLength(1);
    expect(tab.texts().at(-1)).toBe("ai: Done.");
  });

  it("of a turn whose results are too large for one request: they go one after the other, none is lost", async () => {
    const { server, openTab } = setUp(
      caller({ k1: { name: "locate" }, k2: { name: "locate" }, k3: { name: "locate" } }),
    );
    const { tool, runs } = makeTool(() => "x".repeat(900_000));
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("hi");
    await tab.until((state) => state.status === "idle" && tab.texts().at(-1) === "ai: Done.");
    expect(server.started.slice(1).map((request) => Object.keys(request.command?.resume ?? {}))).toEqual([
      ["i-k1"],
      ["i-k2"],
      ["i-k3"],
    ]);
    expect(runs).toHaveLength(3);
    expect(tab.calls().map((call) => call.phase)).toEqual(["done", "done", "done"]);
  });

  it("declined: the agent hears it, the card says so", async () => {
    const { server, openTab } = setUp(caller(ONE));
    const { tool, runs } = makeTool(() => 1, { consent: "ask" });
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("hi");
    await tab.untilStatus("awaiting-human");
    await tab.session.decide(tab.calls()[0]?.key ?? "", { type: "decline" });
    await tab.until((state) => state.status === "idle" && server.started.length === 2);
    expect(tab.calls()[0]).toMatchObject({ phase: "declined", error: "The person declined this call." });
    expect(runs).toEqual([]);
  });

  it("that no tab has stays pending; it is never answered for a tab that could", async () => {
    const { server, openTab } = setUp(caller(ONE));
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.untilStatus("awaiting-human");
    expect(tab.calls()[0]?.phase).toBe("unavailable");
    const { tool } = makeTool(() => "late");
    const other = openTab({ threadId: tab.state().threadId ?? "", tools: [tool] });
    await other.until((state) => state.status === "idle" && server.started.length === 2);
    expect(server.started[1]?.command?.resume).toEqual({ "i-k1": "late" });
  });

  it("whose arguments were cut off is not run, although the server's lenient reading offers some", async () => {
    const { server, openTab } = setUp((run) => {
      if (run.request.command?.resume !== undefined) return;
      sayCall(run, "a1", 0, "k1", "locate", '{"high":tr');
      run.addMessages("model", [
        { type: "ai", id: "a1", content: "", tool_calls: [{ id: "k1", name: "locate", args: { high: true } }] },
      ]);
      run.interrupt(headlessInterrupt("i-k1", "k1", "locate", { high: true }));
    });
    const { tool, runs } = makeTool(() => 1);
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("hi");
    await tab.until((state) => state.status === "idle" && server.started.length === 2);
    expect(runs).toEqual([]);
    expect(server.started[1]?.command?.resume).toMatchObject({ "i-k1": { code: "tool_input_invalid" } });
  });
});

describe("once", () => {
  it("two tabs: one runs, one resumes, and both end with the same messages", async () => {
    const { server, openTab } = setUp(caller(ONE));
    const { tool, runs } = makeTool(() => "x", { consent: "ask" });
    const first = openTab({ tools: [tool] });
    await first.session.submit("hi");
    await first.untilStatus("awaiting-human");
    const second = openTab({ tools: [tool], threadId: first.state().threadId ?? "" });
    await second.untilStatus("awaiting-human");
    await Promise.all([first, second].map((tab) => tab.session.decide(tab.calls()[0]?.key ?? "", { type: "approve" })));
    await expect.poll(() => server.started.length).toBe(2);
    const [winner] = await Promise.all([
      Promise.any([first, second].map((tab) => tab.until((state) => state.status === "idle"))),
    ]);
    expect(winner.problem).toBeUndefined();
    expect(runs).toHaveLength(1);
  });

  it("two tabs answer the same interrupt: the second reads what became of it, and shows no error", async () => {
    const { server, openTab } = setUp(caller(ONE));
    const { tool, runs } = makeTool(() => "x");
    const tab = openTab({
      tools: [tool],
      wrap: (inner) => ({
        ...inner,
        startRun: async function* (threadId, request, options) {
          if (request.command?.resume !== undefined) {
            const elsewhere = {
              ...request,
              command: { resume: { "i-k1": "from elsewhere" }, update: undefined, goto: undefined },
            };
            for await (const _event of inner.startRun(threadId, elsewhere)); // another tab was faster
          }
          yield* inner.startRun(threadId, request, options);
        },
      }),
    });
    await tab.session.submit("hi");
    await tab.until((state) => state.status === "idle" && server.started.length === 2);
    expect(tab.calls()[0]).toMatchObject({ phase: "done", result: { value: "from elsewhere" } });
    expect(tab.state().problem).toBeUndefined();
    expect(runs).toHaveLength(1);
  });

  it("a resume whose answer was lost is repeated as the same run", async () => {
    const { server, openTab } = setUp(caller(ONE));
    const { tool, runs } = makeTool(() => "x");
    let isDown = true;
    const tab = openTab({
      tools: [tool],
      wrap: (inner) => ({
        ...inner,
        startRun: async function* (threadId, request, options) {
          if (request.command?.resume !== undefined && isDown) {
            isDown = false;
            for await (const _event of inner.startRun(threadId, request, { ...options, onRun: () => {} }));
            throw new ToolweaveError("connection_lost", "Lost on the way back.");
          }
          yield* inner.startRun(threadId, request, options);
        },
      }),
    });
    await tab.session.submit("hi");
    await tab.untilStatus("error");
    await tab.session.retry();
    await tab.untilStatus("idle");
    expect(server.started).toHaveLength(2);
    expect(runs).toHaveLength(1);
    expect(tab.texts().at(-1)).toBe("ai: Done.");
  });

  it("a reload between execution and resume sends the stored result", async () => {
    const journal = createMemoryJournal();
    const { server, openTab } = setUp(caller(ONE));
    const { tool, runs } = makeTool(() => "kept");
    const first = openTab({
      tools: [tool],
      page: createPage(journal),
      wrap: (inner) => ({
        ...inner,
        startRun: async function* (threadId, request, options) {
          if (request.command?.resume !== undefined) throw new ToolweaveError("connection_lost", "No network.");
          yield* inner.startRun(threadId, request, options);
        },
      }),
    });
    await first.session.submit("hi");
    await first.untilStatus("error");
    first.session.dispose();
    const reloaded = openTab({ tools: [tool], page: createPage(journal), threadId: first.state().threadId ?? "" });
    await reloaded.until((state) => state.status === "idle" && server.started.length === 2);
    expect(server.started[1]?.command?.resume).toEqual({ "i-k1": "kept" });
    expect(runs).toHaveLength(1);
    await expect.poll(() => journal.entriesOf(reloaded.state().threadId ?? "")).toEqual([]);
  });

  it("a reload while it runs asks the person; the thread goes on either way (case 139)", async () => {
    const journal = createMemoryJournal();
    const { server, openTab } = setUp(caller(ONE));
    const { tool, runs } = makeTool(() => new Promise(() => {}));
    const first = openTab({ tools: [tool], page: createPage(journal) });
    await first.session.submit("hi");
    await expect.poll(() => runs.length).toBe(1);
    const { tool: again, runs: secondRuns } = makeTool(() => "second");
    const reloaded = openTab({ tools: [again], page: createPage(journal), threadId: first.state().threadId ?? "" });
    await reloaded.untilStatus("awaiting-human");
    expect(reloaded.calls()[0]?.phase).toBe("interrupted");
    expect(secondRuns).toEqual([]);
    await reloaded.session.submit("never mind");
    await reloaded.until((state) => state.status === "idle" && server.started.length === 2);
    expect(reloaded.calls()[0]?.phase).toBe("cancelled");
  });

  it("mounted, left and mounted again, as StrictMode does it, it runs once", async () => {
    const { server, openTab } = setUp(caller(ONE));
    const { tool, runs } = makeTool(() => "x");
    const first = openTab();
    await first.session.submit("hi");
    await first.untilStatus("awaiting-human");
    const threadId = first.state().threadId ?? "";
    first.session.dispose();
    const tab = openTab({ tools: [tool], threadId });
    tab.session.dispose();
    await tab.session.open(threadId);
    await tab.until((state) => state.status === "idle" && server.started.length === 2);
    expect(runs).toHaveLength(1);
  });

  it("shown by two sessions of one page it runs once and is answered once", async () => {
    const { server, journal, openTab } = setUp(caller(ONE));
    const { tool, runs } = makeTool(() => "x");
    const first = openTab();
    await first.session.submit("hi");
    await first.untilStatus("awaiting-human");
    const threadId = first.state().threadId ?? "";
    const page = createPage(journal);
    const tabs = [openTab({ tools: [tool], threadId, page }), openTab({ tools: [tool], threadId, page })];
    await expect.poll(() => server.started.length).toBe(2);
    await Promise.any(
      tabs.map((tab) => tab.until((state) => state.status === "idle" && tab.texts().includes("ai: Done."))),
    );
    expect(runs).toHaveLength(1);
    expect(server.started).toHaveLength(2);
  });

  it("executed while another thread is shown, it is still answered, once", async () => {
    const { server, openTab } = setUp(caller(ONE));
    const end = Promise.withResolvers<string>();
    const { tool, runs } = makeTool(() => end.promise);
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("hi");
    await tab.until((state) => state.status === "running-client-tool" && state.runId === undefined);
    await expect.poll(() => runs.length).toBe(1);
    const threadId = tab.state().threadId ?? "";
    await tab.session.open(undefined);
    end.resolve("late");
    await expect.poll(() => server.started.length).toBe(2);
    expect(server.started[1]?.command?.resume).toEqual({ "i-k1": "late" });
    await expect.poll(async () => await server.activeRun(threadId)).toBeUndefined();
    await tab.session.open(threadId);
    await tab.untilStatus("idle");
    expect(tab.texts()).toEqual(["human: hi", "ai: ", "ai: Done."]);
    expect(runs).toHaveLength(1);
  });

  it("executed while another thread is shown, results too large for one request are all answered", async () => {
    const { server, openTab } = setUp(caller({ k1: { name: "locate" }, k2: { name: "locate" } }));
    const end = Promise.withResolvers<string>();
    const { tool, runs } = makeTool(() => end.promise);
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("hi");
    await expect.poll(() => runs.length).toBe(2);
    await tab.until((state) => state.runId === undefined);
    await tab.session.open(undefined);
    end.resolve("x".repeat(900_000));
    await expect.poll(() => server.started.length, { timeout: 8_000 }).toBe(3);
    expect(server.started.slice(1).map((request) => Object.keys(request.command?.resume ?? {}))).toEqual([
      ["i-k1"],
      ["i-k2"],
    ]);
  });

  it("a settled thread makes no request of its own (case 133)", async () => {
    const { server, openTab } = setUp(caller(ONE));
    const { tool } = makeTool(() => "x");
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("hi");
    await tab.until((state) => state.status === "idle" && server.started.length === 2);
    const again = openTab({ tools: [tool], threadId: tab.state().threadId ?? "" });
    await again.untilStatus("idle");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.started).toHaveLength(2);
  });
});

describe("a new message while calls wait", () => {
  it("closes them: the running tool is aborted, nothing is resumed", async () => {
    const { server, openTab } = setUp((run) => {
      const text = (run.request.input as { messages?: { content: string }[] } | null)?.messages?.[0]?.content;
      if (text === "second") return void run.addMessages("model", [{ type: "ai", id: "a2", content: "Fine." }]);
      return caller({ k1: { name: "locate" }, k2: { name: "slow" } })(run);
    });
    const asking = makeTool(() => 1, { consent: "ask" });
    const signals: AbortSignal[] = [];
    const slow = makeTool(
      (_args, signal) => {
        signals.push(signal);
        return new Promise(() => {});
      },
      {},
      "slow",
    );
    const tab = openTab({ tools: [asking.tool, slow.tool] });
    await tab.session.submit("first");
    await tab.until((state) => state.status === "awaiting-human" && state.runId === undefined);
    await expect.poll(() => signals.length).toBe(1);
    await tab.session.submit("second");
    await tab.until((state) => state.status === "idle" && tab.texts().includes("ai: Fine."));
    expect(signals[0]?.aborted).toBe(true);
    expect(server.started).toHaveLength(2);
    expect(server.started[1]?.command).toBeUndefined();
    expect(tab.calls().map((call) => call.phase)).toEqual(["cancelled", "cancelled"]);
    expect(tab.calls().map((call) => call.mayHaveRun)).toEqual([undefined, true]); // the first was only asked for
    expect(asking.runs).toEqual([]);
  });

  it("stop while a tool runs aborts it, sends nothing, and stays stopped after a reload", async () => {
    const journal = createMemoryJournal();
    const { server, openTab } = setUp(caller(ONE));
    const signals: AbortSignal[] = [];
    const { tool, runs } = makeTool((_args, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const tab = openTab({ tools: [tool], page: createPage(journal) });
    await tab.session.submit("hi");
    await tab.until((state) => state.status === "running-client-tool" && state.runId === undefined);
    await expect.poll(() => signals.length).toBe(1);
    await tab.session.stop();
    expect(signals[0]?.aborted).toBe(true);
    expect(tab.state().status).toBe("idle");
    expect(tab.calls()[0]?.phase).toBe("cancelled");
    const reloaded = openTab({ tools: [tool], page: createPage(journal), threadId: tab.state().threadId ?? "" });
    await reloaded.untilStatus("idle");
    expect(reloaded.calls()[0]?.phase).toBe("cancelled");
    for (const shown of [tab, reloaded]) expect(shown.calls()[0]?.mayHaveRun).toBe(true);
    expect(runs).toHaveLength(1);
    expect(server.started).toHaveLength(1);
  });
});

describe("a new message while the agent is busy with tools", () => {
  it("is queued while a tool runs in the browser, and goes out when the run that its result began has ended", async () => {
    const { server, openTab } = setUp((run) =>
      server.started.length > 2
        ? run.addMessages("model", [{ type: "ai", id: "a3", content: "Next." }])
        : caller(ONE)(run),
    );
    const end = Promise.withResolvers<string>();
    const signals: AbortSignal[] = [];
    const { tool } = makeTool((_args, signal) => {
      signals.push(signal);
      return end.promise;
    });
    const tab = openTab({ tools: [tool] });
    await tab.session.submit("hi");
    await tab.until((state) => state.status === "running-client-tool" && state.runId === undefined);
    await expect.poll(() => signals.length).toBe(1);
    await tab.session.submit("next");
    expect(tab.state().queue.map(({ text }) => text)).toEqual(["next"]);
    expect([signals[0]?.aborted, server.started.length]).toEqual([false, 1]);
    end.resolve("here");
    await tab.until((state) => state.status === "idle" && tab.texts().at(-1) === "ai: Next.");
    expect(tab.texts()).toEqual(["human: hi", "ai: ", "ai: Done.", "human: next", "ai: Next."]);
    expect(tab.calls()[0]?.phase).toBe("done");
  });

  it("cancels calls that wait for the person as soon as the run that still goes on has ended", async () => {
    const gate = Promise.withResolvers<void>();
    const { server, openTab } = setUp(async (run) => {
      if (server.started.length > 1) return run.addMessages("model", [{ type: "ai", id: "a2", content: "Fine." }]);
      await caller(ONE)(run);
      await gate.promise; // another branch of the graph
    });
    const asking = makeTool(() => 1, { consent: "ask" });
    const tab = openTab({ tools: [asking.tool] });
    await tab.session.submit("first");
    await tab.until((state) => state.status === "awaiting-human" && state.runId !== undefined);
    await tab.session.submit("never mind");
    expect(tab.state().queue.map(({ text }) => text)).toEqual(["never mind"]);
    expect(server.started).toHaveLength(1);
    gate.resolve();
    await tab.until((state) => state.status === "idle" && tab.texts().at(-1) === "ai: Fine.");
    expect(tab.calls()[0]?.phase).toBe("cancelled");
    expect(server.started[1]?.command).toBeUndefined();
    expect(asking.runs).toEqual([]);
  });

  it("cancels them also behind a message that was queued before they waited, which goes first", async () => {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const { server, openTab } = setUp(async (run) => {
      const place = server.started.length;
      if (place > 1) return run.addMessages("model", [{ type: "ai", id: `a${place}`, content: "Fine." }]);
      say(run, "a1", "");
      await begun.promise;
      await caller(ONE)(run);
      await gate.promise;
    });
    const tab = openTab({ tools: [makeTool(() => 1, { consent: "ask" }).tool] });
    await tab.session.submit("first");
    await tab.until(({ status }) => status === "streaming");
    await tab.session.submit("earlier");
    begun.resolve();
    await tab.until(({ status, runId }) => status === "awaiting-human" && runId !== undefined);
    await tab.session.submit("never mind");
    expect(tab.state().queue.map(({ text }) => text)).toEqual(["earlier", "never mind"]);
    gate.resolve();
    await tab.until(({ status, queue }) => status === "idle" && queue.length === 0);
    expect(tab.calls()[0]?.phase).toBe("cancelled");
    const said = tab.texts().filter((text) => text.startsWith("human"));
    expect(said).toEqual(["human: first", "human: earlier", "human: never mind"]);
    // In one run: what the first one alone would lead to is not cancelled unasked.
    expect(server.started.map(({ command }) => command)).toEqual([undefined, undefined]);
  });
});

describe("a question of the graph", () => {
  const asker: Script = (run) => {
    const answer = run.answerTo("q1");
    if (answer === undefined) return run.interrupt({ id: "q1", value: "Which city?" });
    run.addMessages("model", [{ type: "ai", id: "a2", content: `So it is ${answer}.` }]);
  };

  it("waits for the person; what is typed next answers it (case 129)", async () => {
    const { server, openTab } = setUp(asker);
    const tab = openTab();
    await tab.session.submit("book a trip");
    await tab.untilStatus("awaiting-human");
    expect(tab.state().questions).toEqual([{ id: "q1", value: "Which city?" }]);
    await tab.session.submit("Turin");
    await tab.until((state) => state.status === "idle" && state.questions.length === 0);
    expect(server.started[1]).toMatchObject({ input: null, command: { resume: { q1: "Turin" } } });
    expect(tab.texts().at(-1)).toBe("ai: So it is Turin.");
  });

  it("several are shown in order, each answered on its own", async () => {
    const { server, openTab } = setUp((run) => {
      if (run.request.command?.resume !== undefined) return;
      run.interrupt({ id: "i1", value: "A?" });
      run.interrupt({ id: "i2", value: "B?" });
    });
    const tab = openTab();
    await tab.session.submit("go");
    await tab.untilStatus("awaiting-human");
    expect(tab.state().questions.map((question) => question.id)).toEqual(["i1", "i2"]);
    await tab.session.submit("a");
    await tab.until((state) => state.status === "awaiting-human" && state.questions.length === 1);
    await tab.session.submit("b");
    await tab.untilStatus("idle");
    expect(server.started.slice(1).map((request) => request.command?.resume)).toEqual([{ i1: "a" }, { i2: "b" }]);
  });

  it("is not lost when its answer could not be sent", async () => {
    const { server, openTab } = setUp(asker);
    let isDown = true;
    const tab = openTab({
      wrap: (inner) => ({
        ...inner,
        startRun: async function* (threadId, request, options) {
          if (request.command?.resume !== undefined && isDown) {
            isDown = false;
            throw new ToolweaveError("connection_lost", "No network.");
          }
          yield* inner.startRun(threadId, request, options);
        },
      }),
    });
    await tab.session.submit("book a trip");
    await tab.untilStatus("awaiting-human");
    await tab.session.submit("Turin");
    await tab.untilStatus("error");
    await tab.session.retry();
    await tab.untilStatus("idle");
    expect(server.started[1]?.command?.resume).toEqual({ q1: "Turin" });
  });
});

describe("a call that another device runs", () => {
  const twoDevices = (onResume: Script) => {
    const opened = world((run) =>
      run.request.command?.resume ? onResume(run) : caller({ k1: { name: "locate" } })(run),
    );
    const done = Promise.withResolvers<void>();
    const busy = makeTool(() => done.promise.then(() => "here"));
    const first = opened.openTab({ tools: [busy.tool] });
    return { opened, done, first };
  };

  it("is over here soon after the other device answered, and what waited is sent", async () => {
    const { opened, done, first } = twoDevices(caller({ k1: { name: "locate" } }));
    await first.session.submit("where");
    await first.until(() => first.calls()[0]?.phase === "browser");
    const second = opened.openTab({
      threadId: first.state().threadId ?? "",
      tools: [makeTool(() => "never").tool],
      page: createPage(createMemoryJournal(), systemClock.now),
    });
    await second.until(() => second.calls()[0]?.phase === "elsewhere");
    await second.session.submit("next");
    expect(second.state().queue).toHaveLength(1);
    done.resolve();
    await first.untilStatus("idle");
    await second.until((state) => second.calls()[0]?.phase === "done" && state.queue.length === 0);
    expect(second.calls()[0]).toMatchObject({ phase: "done", result: { value: "here" } });
  });

  it("is followed while the other device's run goes on, and a look that fails is no problem", async () => {
    const end = Promise.withResolvers<void>();
    const { opened, done, first } = twoDevices(async (run) => {
      say(run, "a2", "So");
      await end.promise;
      run.addMessages("tools", [toolMessage("k1", "here")]);
      run.addMessages("model", [{ type: "ai", id: "a2", content: "So it is" }]);
    });
    await first.session.submit("where");
    await first.until(() => first.calls()[0]?.phase === "browser");
    let looks = 0;
    const second = opened.openTab({
      threadId: first.state().threadId ?? "",
      tools: [makeTool(() => "never").tool],
      page: createPage(createMemoryJournal(), systemClock.now),
      wrap: (server) => ({
        ...server,
        activeRun: async (threadId) => {
          looks += 1;
          if (looks === 2) throw new ToolweaveError("connection_lost", "Away.");
          return await server.activeRun(threadId);
        },
      }),
    });
    await second.until(() => second.calls()[0]?.phase === "elsewhere");
    done.resolve();
    await second.until((state) => looks >= 3 && state.status === "streaming");
    expect(second.state().problem).toBeUndefined();
    end.resolve();
    await second.untilStatus("idle");
    expect(second.texts().at(-1)).toBe("ai: So it is");
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import type { RunRequest } from "@/lib/protocol";
import { createWorld, type Script, say, sayCall, type TabOptions, toolMessage } from "./test-support/session";

const worlds: ReturnType<typeof createWorld>[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});
function world(script: Script) {
  const made = createWorld(script);
  worlds.push(made);
  return made;
}

const answer =
  (text: string): Script =>
  (run) => {
    say(run, `ai-${run.runId}`, ...text);
    run.addMessages("model", [{ type: "ai", id: `ai-${run.runId}`, content: text }]);
  };

function inputTexts(requests: readonly RunRequest[]): unknown[] {
  return requests.map(({ input }) =>
    (input as { messages?: { content: unknown }[] } | null)?.messages?.map((m) => m.content),
  );
}

/** The first `count` starts of a run fail before or after the server has seen them. */
function failingStarts(count: number, when: "before" | "after"): NonNullable<TabOptions["wrap"]> {
  return (server) => {
    let left = count;
    return {
      ...server,
      startRun: async function* (threadId, request, options) {
        if (left > 0) {
          left -= 1;
          if (when === "after")
            for await (const _event of server.startRun(threadId, request, { ...options, onRun: () => {} })) break;
          throw new ToolweaveError("connection_lost", "The server could not be reached.");
        }
        yield* server.startRun(threadId, request, options);
      },
    };
  };
}

describe("a first message", () => {
  it("creates the thread with its title, streams the answer, and ends idle with the server's state", async () => {
    const { server, openTab } = world(answer("Hello there"));
    const tab = openTab();
    await tab.session.submit("Say hello");
    expect(tab.texts()).toEqual(["human: Say hello"]);
    await tab.untilStatus("idle");
    expect(tab.texts()).toEqual(["human: Say hello", "ai: Hello there"]);
    expect(tab.threadIds).toEqual([tab.state().threadId]);
    const [thread] = (await server.searchThreads({})).threads;
    expect(thread?.metadata).toEqual({ title: "Say hello" });
    expect(server.started[0]).toMatchObject({
      assistant_id: "agent",
      stream_mode: ["messages-tuple", "updates", "custom", "tools"],
      stream_resumable: true,
      on_disconnect: "continue",
    });
  });

  it("cuts a long title between characters", async () => {
    const { server, openTab } = world(answer("x"));
    const tab = openTab();
    await tab.session.submit(`${"x".repeat(79)}🎉 and more`);
    await tab.untilStatus("idle");
    const title = (await server.searchThreads({})).threads[0]?.metadata?.title;
    expect(title).toBe("x".repeat(79));
  });

  it("keeps one bubble with one key: the server keeps the id that the page made", async () => {
    const { openTab } = world(answer("x"));
    const tab = openTab();
    await tab.session.submit("hi");
    const [key] = tab.state().messageIds;
    await tab.untilStatus("idle");
    expect(tab.state().messageIds[0]).toBe(key);
    expect(tab.messages().filter((message) => message.type === "human")).toHaveLength(1);
  });

  it("goes through submitting and streaming", async () => {
    const gate = Promise.withResolvers<void>();
    const { openTab } = world(async (run) => {
      say(run, "a", "x");
      await gate.promise;
    });
    const tab = openTab();
    const statuses: string[] = [];
    tab.session.store.subscribe((state) => {
      if (statuses.at(-1) !== state.status) statuses.push(state.status);
    });
    await tab.session.submit("hi");
    await tab.untilStatus("streaming");
    gate.resolve();
    await tab.untilStatus("idle");
    expect(statuses).toEqual(["submitting", "streaming", "idle"]);
  });
});

describe("nothing that was typed is lost or doubled", () => {
  it.each(["before", "after"] as const)(
    "a start that fails %s the server saw it is repeated with the same key",
    async (when) => {
      const { server, openTab } = world(answer("ok"));
      const tab = openTab({ wrap: failingStarts(1, when) });
      await tab.session.submit("hi");
      const failed = await tab.untilStatus("error");
      expect(failed.problem).toMatchObject({ code: "connection_lost", canRetry: true });
      expect(tab.texts()[0]).toBe("human: hi");
      await tab.session.retry();
      await tab.untilStatus("idle");
      expect(tab.texts()).toEqual(["human: hi", "ai: ok"]);
      expect(server.started).toHaveLength(1);
    },
  );

  it("a thread that could not be created is created by the retry, once", async () => {
    const { server, openTab } = world(answer("ok"));
    let isDown = true;
    const tab = openTab({
      wrap: (inner) => ({
        ...inner,
        createThread: async (init) => {
          const made = await inner.createThread(init);
          if (!isDown) return made;
          isDown = false;
          throw new ToolweaveError("connection_lost", "Lost on the way back.");
        },
      }),
    });
    await tab.session.submit("hi");
    await tab.untilStatus("error");
    await tab.session.retry();
    await tab.untilStatus("idle");
    expect(server.threads.size).toBe(1);
    expect(tab.texts()).toEqual(["human: hi", "ai: ok"]);
  });

  it.each(["startRun", "createThread"] as const)(
    "a message that is refused for good (%s) goes back into the composer, and the next one is sent without it",
    async (place) => {
      const { server, openTab } = world(answer("ok"));
      const refusal = new ToolweaveError("bad_request", "Not like that.", { context: { status: 400 } });
      let isRefusing = true;
      const tab = openTab({
        wrap: (inner) => ({
          ...inner,
          [place]: (...request: [never, never, never]) => {
            if (isRefusing) throw refusal;
            return inner[place](...request);
          },
        }),
      });
      tab.session.setDraft("meanwhile");
      await tab.session.submit("one");
      await tab.untilStatus("error");
      expect(tab.state().problem).toMatchObject({ code: "bad_request", canRetry: false });
      expect(tab.state().draft.text).toBe("one\n\nmeanwhile");
      expect(tab.texts()).toEqual([]);
      isRefusing = false;
      await tab.session.submit("two");
      await tab.untilStatus("idle");
      expect(inputTexts(server.started)).toEqual([["two"]]);
      expect(server.threads.size).toBe(1);
    },
  );

  it("the files of a message that is refused for good are back in the composer too, but for the one that is refused", async () => {
    const { openTab } = world(answer("ok"));
    const context = { status: 400, attachmentId: "s2" };
    const tab = openTab({
      wrap: (inner) => ({
        ...inner,
        startRun: () => {
          throw new ToolweaveError("bad_request", "This file is not here.", { context });
        },
      }),
    });
    const file = (place: number) => {
      const blob = new Blob(["hello"], { type: "text/plain" });
      const url = `/attachments/s${place}`;
      const about = { name: `${place}.txt`, mime_type: "text/plain", size: 5, has_thumbnail: false };
      const uploaded = { ...about, id: `s${place}`, url, kind: "text" as const, created_at: "2026-01-01T00:00:00Z" };
      return { id: `d${place}`, name: about.name, blob, uploaded };
    };
    const [first, second, next] = [file(1), file(2), file(3)];
    tab.session.setDraft("see", [first, second, next]);
    tab.session.setDraft("", [next]);
    await tab.session.submit("see", [first.uploaded, second.uploaded]);
    await tab.untilStatus("error");
    expect(tab.state().draft).toEqual({ text: "see", attachments: [first, next] });
    expect(tab.state().draft.attachments[0]?.blob).toBe(first.blob);
  });

  it("a new message after a failed one carries both, in order", async () => {
    const { server, openTab } = world(answer("ok"));
    const tab = openTab({ wrap: failingStarts(1, "before") });
    await tab.session.submit("one");
    await tab.untilStatus("error");
    await tab.session.submit("two");
    await tab.untilStatus("idle");
    expect(inputTexts(server.started)).toEqual([["one", "two"]]);
    expect(tab.texts()).toEqual(["human: one", "human: two", "ai: ok"]);
  });

  it("a message sent just before another thread is shown still arrives", async () => {
    const { server, openTab } = world(answer("ok"));
    const isOnItsWay = Promise.withResolvers<void>();
    const tab = openTab({
      wrap: (inner) => ({
        ...inner,
        createThread: async (init) => {
          await isOnItsWay.promise;
          return await inner.createThread(init);
        },
      }),
    });
    await tab.session.submit("hi");
    await tab.session.open(undefined);
    expect(tab.state().messageIds).toEqual([]);
    isOnItsWay.resolve();
    await expect.poll(() => server.started.length).toBe(1);
    expect(tab.state().messageIds).toEqual([]);
    expect(tab.threadIds).toEqual([]);
  });

  it("a message that failed before another thread was shown is there when its thread is shown again", async () => {
    const { server, openTab } = world(answer("ok"));
    await server.createThread({ threadId: "t1" });
    const tab = openTab({ threadId: "t1", wrap: failingStarts(1, "before") });
    await tab.untilStatus("idle");
    await tab.session.submit("hi");
    await tab.untilStatus("error");
    await tab.session.open(undefined);
    await tab.session.open("t1");
    await tab.until((state) => state.messageIds.length === 2 && state.status === "idle");
    expect(tab.texts()).toEqual(["human: hi", "ai: ok"]);
    expect(server.started).toHaveLength(1);
  });

  it("finds the thread busy with a run from elsewhere: follows that, then sends", async () => {
    const gate = Promise.withResolvers<void>();
    const { server, openTab } = world(async (run) => {
      if (server.started.length === 1) await gate.promise;
      await answer(`answer ${server.started.length}`)(run);
    });
    await server.createThread({ threadId: "t1" });
    const tab = openTab({ threadId: "t1" });
    await tab.untilStatus("idle");
    const other = (async () => {
      for await (const _event of server.startRun("t1", {
        assistant_id: "agent",
        input: { messages: [{ type: "human", id: "u0", content: "other" }] },
        command: null,
      }));
    })();
    await tab.session.submit("mine");
    await tab.until((state) => state.runId !== undefined);
    gate.resolve();
    await other;
    await tab.until((state) => state.status === "idle" && state.messageIds.length === 4);
    expect(tab.texts().sort()).toEqual(["ai: answer 1", "ai: answer 2", "human: mine", "human: other"]);
    expect(server.started).toHaveLength(2);
  });
});

describe("sending while busy", () => {
  const gated = () => {
    const gates: PromiseWithResolvers<void>[] = [];
    const script: Script = async (run) => {
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      await answer("ok")(run);
    };
    return { gates, script };
  };

  it("queues, lets the queue be edited and emptied, and sends it in order", async () => {
    const { gates, script } = gated();
    const { server, openTab } = world(script);
    const tab = openTab();
    for (const text of ["one", "two", "three", "four"]) await tab.session.submit(text);
    const [two, three] = tab.state().queue;
    expect(tab.state().queue.map((item) => item.text)).toEqual(["two", "three", "four"]);
    tab.session.editQueued(two?.id ?? "", "two!");
    tab.session.removeQueued(three?.id ?? "");
    for (let turn = 0; turn < 3; turn += 1) {
      await expect.poll(() => gates.length).toBe(turn + 1);
      gates[turn]?.resolve();
    }
    await tab.until((state) => state.status === "idle" && state.queue.length === 0 && state.messageIds.length === 6);
    expect(inputTexts(server.started)).toEqual([["one"], ["two!"], ["four"]]);
  });

  it("send now stops first, then sends that one before the others", async () => {
    const { gates, script } = gated();
    const { server, openTab } = world(script);
    const tab = openTab();
    for (const text of ["one", "two", "three"]) await tab.session.submit(text);
    await tab.until((state) => state.runId !== undefined);
    await tab.session.sendQueuedNow(tab.state().queue[1]?.id ?? "");
    for (const turn of [1, 2]) {
      await expect.poll(() => gates.length).toBe(turn + 1);
      gates[turn]?.resolve();
    }
    await tab.until((state) => state.status === "idle" && state.queue.length === 0);
    expect(inputTexts(server.started)).toEqual([["one"], ["three"], ["two"]]);
    expect(server.started).toHaveLength(3);
  });

  it("keeps the queue after a stop until the person sends again", async () => {
    const { gates, script } = gated();
    const { server, openTab } = world(script);
    const tab = openTab();
    for (const text of ["one", "two"]) await tab.session.submit(text);
    await tab.until((state) => state.runId !== undefined);
    await tab.session.stop();
    await tab.untilStatus("idle");
    expect(tab.state().queue.map((item) => item.text)).toEqual(["two"]);
    expect(server.started).toHaveLength(1);
    await tab.session.submit("three");
    for (const turn of [1, 2]) {
      await expect.poll(() => gates.length).toBe(turn + 1);
      gates[turn]?.resolve();
    }
    await tab.until((state) => state.status === "idle" && state.queue.length === 0);
    expect(inputTexts(server.started)).toEqual([["one"], ["two"], ["three"]]);
  });
});

describe("stop", () => {
  it("keeps what was produced, cancels that run, and shows nothing that comes later", async () => {
    const goOn = Promise.withResolvers<void>();
    const { server, openTab } = world(async (run) => {
      say(run, "a1", "Hel", "lo");
      await goOn.promise;
      say(run, "a1", " late");
    });
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.until(() => tab.texts().includes("ai: Hello"));
    const stopping = tab.session.stop();
    expect(tab.state().status).toBe("stopping");
    goOn.resolve();
    await stopping;
    expect(tab.state().status).toBe("idle");
    expect(tab.messages()[1]).toMatchObject({ text: "Hello", isCutOff: true, isStreaming: false });
    expect(tab.state().problem).toBeUndefined();
    await expect(server.activeRun(tab.state().threadId ?? "")).resolves.toBeUndefined();
  });

  it("pressed before the run id is known is delivered as soon as it is; no text is shown (case 108)", async () => {
    const { server, openTab } = world(async (run) => {
      say(run, "a1", "text");
      await new Promise((resolve) => run.signal.addEventListener("abort", resolve));
    });
    const release = Promise.withResolvers<void>();
    const cancelled: string[] = [];
    const tab = openTab({
      wrap: (inner) => ({
        ...inner,
        startRun: async function* (threadId, request, options) {
          await release.promise;
          yield* inner.startRun(threadId, request, options);
        },
        cancelRun: async (threadId, runId) => {
          cancelled.push(runId);
          await inner.cancelRun(threadId, runId);
        },
      }),
    });
    await tab.session.submit("hi");
    const stopping = tab.session.stop();
    release.resolve();
    await stopping;
    expect(cancelled).toHaveLength(1);
    expect(tab.texts()).toEqual(["human: hi"]);
    expect(tab.state().status).toBe("idle");
    expect(server.started).toHaveLength(1);
  });

  it("works on a run that was joined after a reload (case 106)", async () => {
    const { server, openTab } = world(async (run) => {
      say(run, "a1", "begin");
      await new Promise((resolve) => run.signal.addEventListener("abort", resolve));
      say(run, "a1", " late");
    });
    const first = openTab();
    await first.session.submit("hi");
    await first.untilStatus("streaming");
    const threadId = first.state().threadId ?? "";
    first.session.dispose();
    const reloaded = openTab({ threadId });
    await reloaded.until(() => reloaded.texts().includes("ai: begin"));
    await reloaded.session.stop();
    expect(reloaded.state().status).toBe("idle");
    expect(reloaded.texts()).toEqual(["human: hi", "ai: begin"]);
    expect(server.started).toHaveLength(1);
  });

  it("and sending at once: the old cancel does not touch the new run (case 112)", async () => {
    const { server, openTab } = world(async (run) => {
      if (server.started.length > 1) return void (await answer("second")(run));
      say(run, "a1", "first");
      await new Promise((resolve) => run.signal.addEventListener("abort", resolve));
    });
    const tab = openTab();
    await tab.session.submit("one");
    await tab.until(() => tab.texts().includes("ai: first"));
    const stopping = tab.session.stop();
    await tab.session.submit("two");
    await stopping;
    await tab.until((state) => state.status === "idle" && server.started.length === 2 && state.runId === undefined);
    expect(tab.texts()).toEqual(["human: one", "ai: first", "human: two", "ai: second"]);
  });

  it("says cancelled of a call only where the person stopped it; a failure is called one (case 114)", async () => {
    const { openTab } = world(async (run) => {
      sayCall(run, "a1", 0, "k1", "find", "{}");
      run.addMessages("model", [
        { type: "ai", id: "a1", content: "", tool_calls: [{ id: "k1", name: "find", args: {} }] },
      ]);
      if (run.request.input === null) throw new Error("429");
      await new Promise((_resolve, reject) => run.signal.addEventListener("abort", () => reject(new Error("aborted"))));
    });
    const stopped = openTab();
    await stopped.session.submit("hi");
    await stopped.until(() => stopped.calls()[0]?.phase === "server");
    await stopped.session.stop();
    expect(stopped.calls()[0]?.phase).toBe("cancelled");

    const failing = world((run) => {
      sayCall(run, "a1", 0, "k1", "find", "{}");
      run.addMessages("model", [
        { type: "ai", id: "a1", content: "", tool_calls: [{ id: "k1", name: "find", args: {} }] },
      ]);
      throw new ToolweaveError("provider_rate_limited", "Too many requests.");
    }).openTab();
    await failing.session.submit("hi");
    await failing.untilStatus("error");
    expect(failing.calls()[0]).toMatchObject({ phase: "failed" });
  });
});

describe("a run that fails", () => {
  it("leaves the partial text, marked, with the server's own words; the retry goes on from the last checkpoint", async () => {
    let isDown = true;
    const { server, openTab } = world(async (run) => {
      say(run, `a-${run.runId}`, "Hal");
      if (isDown) {
        isDown = false;
        throw new ToolweaveError("provider_overloaded", "The model is overloaded.");
      }
      await answer("Half way")(run);
    });
    const tab = openTab();
    await tab.session.submit("hi");
    const failed = await tab.untilStatus("error");
    expect(failed.problem).toEqual({
      code: "provider_overloaded",
      message: "The model is overloaded.",
      canRetry: true,
    });
    expect(tab.messages()[1]).toMatchObject({ text: "Hal", isCutOff: true, isStreaming: false });
    const statuses: string[] = [];
    tab.session.store.subscribe((state) => statuses.push(state.status));
    await tab.session.retry();
    await tab.untilStatus("idle");
    expect(statuses[0]).toBe("submitting");
    expect(tab.messages().map((message) => message.text)).toEqual(["hi", "Half way"]);
    const ids = server.started.flatMap(
      ({ input }) => (input as { messages: { id: string }[] } | null)?.messages.map((m) => m.id) ?? [],
    );
    expect(new Set(ids).size).toBeLessThanOrEqual(1);
  });

  it("takes the next message all the same", async () => {
    let isDown = true;
    const { openTab } = world(async (run) => {
      if (isDown) {
        isDown = false;
        throw new Error("boom");
      }
      await answer("fine")(run);
    });
    const tab = openTab();
    await tab.session.submit("one");
    await tab.untilStatus("error");
    await tab.session.submit("two");
    await tab.untilStatus("idle");
    expect(tab.texts()).toEqual(["human: one", "human: two", "ai: fine"]);
  });

  it("a connection lost for good marks the text, and the retry joins the same run without sending anything again", async () => {
    const goOn = Promise.withResolvers<void>();
    const { server, openTab } = world(async (run) => {
      say(run, "a1", "Hel");
      await goOn.promise;
      say(run, "a1", "lo");
      run.addMessages("model", [{ type: "ai", id: "a1", content: "Hello" }]);
    });
    const tab = openTab({
      wrap: (inner) => ({
        ...inner,
        startRun: async function* (threadId, request, options) {
          for await (const events of inner.startRun(threadId, request, options)) {
            yield events;
            if (events.some(({ event }) => event === "messages"))
              throw new ToolweaveError("connection_lost", "Lost for good.");
          }
        },
      }),
    });
    await tab.session.submit("hi");
    await tab.untilStatus("error");
    expect(tab.messages()[1]).toMatchObject({ text: "Hel", isCutOff: true });
    const retrying = tab.session.retry();
    goOn.resolve();
    await retrying;
    await tab.untilStatus("idle");
    expect(tab.messages()[1]).toMatchObject({ text: "Hello", isCutOff: false });
    expect(tab.state().messageIds).toHaveLength(2);
    expect(server.started).toHaveLength(1);
  });
});

describe("opening a thread", () => {
  it("shows what the server has, with calls and results", async () => {
    const { server, openTab } = world(() => {});
    await server.createThread({ threadId: "t1" });
    server.threads
      .get("t1")
      ?.addMessages([
        { type: "human", id: "u1", content: "3 * 12?" },
        { type: "ai", id: "a1", content: "", tool_calls: [{ id: "k1", name: "multiply", args: { a: 3, b: 12 } }] },
        toolMessage("k1", "36"),
        { type: "ai", id: "a2", content: "36" },
      ]);
    const tab = openTab({ threadId: "t1" });
    expect(tab.state().isLoading).toBe(true);
    await tab.untilStatus("idle");
    expect(tab.state().messageIds).toEqual(["u1", "a1", "a2"]);
    expect(tab.calls()).toMatchObject([
      {
        id: "k1",
        name: "multiply",
        args: { a: 3, b: 12 },
        status: "complete",
        phase: "done",
        result: { value: 36, isError: false },
      },
    ]);
    expect(tab.session.stateAt(tab.calls()[0]?.key ?? "", ["a"])).toBe("complete");
    expect(tab.session.stateAt(tab.calls()[0]?.key ?? "", ["c"])).toBe("absent");
    expect(server.started).toEqual([]);
  });

  it("joins the run that goes on, and doubles nothing", async () => {
    const gate = Promise.withResolvers<void>();
    const { server, openTab } = world(async (run) => {
      say(run, "a1", "One ", "two");
      run.addMessages("model", [{ type: "ai", id: "a1", content: "One two" }]);
      say(run, "a2", "Three");
      await gate.promise;
      say(run, "a2", " four");
      run.addMessages("model", [{ type: "ai", id: "a2", content: "Three four" }]);
    });
    const first = openTab();
    await first.session.submit("hi");
    await first.until(() => first.texts().includes("ai: Three"));
    const second = openTab({ threadId: first.state().threadId ?? "" });
    await second.until(() => second.texts().includes("ai: Three"));
    expect(second.texts()).toEqual(["human: hi", "ai: One two", "ai: Three"]);
    gate.resolve();
    await Promise.all([first.untilStatus("idle"), second.untilStatus("idle")]);
    expect(second.texts()).toEqual(["human: hi", "ai: One two", "ai: Three four"]);
    expect(first.texts()).toEqual(second.texts());
    expect(server.started).toHaveLength(1);
  });

  it("says so when there is no such thread, and is usable afterwards", async () => {
    const { openTab } = world(answer("ok"));
    const tab = openTab({ threadId: "nope" });
    await tab.untilStatus("error");
    expect(tab.state().problem).toMatchObject({ code: "not_found", canRetry: false });
    expect(tab.state().isLoading).toBe(false);
    await tab.session.open(undefined);
    await tab.session.submit("hi");
    await tab.untilStatus("idle");
    expect(tab.texts()).toEqual(["human: hi", "ai: ok"]);
  });

  it("leaves no message of the former thread, also when it was still streaming", async () => {
    const gate = Promise.withResolvers<void>();
    const { server, openTab } = world(async (run) => {
      say(run, "a1", "one");
      await gate.promise;
      say(run, "a1", " more");
    });
    await server.createThread({ threadId: "t2" });
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.untilStatus("streaming");
    await tab.session.open("t2");
    gate.resolve();
    await tab.untilStatus("idle");
    expect(tab.state()).toMatchObject({ threadId: "t2", messageIds: [], runId: undefined });
    expect(tab.state().messages.size).toBe(0);
  });

  it("again after dispose, as StrictMode does it, follows one stream (case 122)", async () => {
    const gate = Promise.withResolvers<void>();
    const { server, openTab } = world(async (run) => {
      say(run, "a1", "text");
      await gate.promise;
    });
    const first = openTab();
    await first.session.submit("hi");
    await first.untilStatus("streaming");
    let joins = 0;
    const tab = openTab({
      threadId: first.state().threadId ?? "",
      wrap: (inner) => ({
        ...inner,
        joinRun: (...args) => {
          joins += 1;
          return inner.joinRun(...args);
        },
      }),
    });
    tab.session.dispose();
    await tab.session.open(first.state().threadId);
    await tab.until(() => tab.texts().includes("ai: text"));
    expect(joins).toBe(1);
    gate.resolve();
    await tab.untilStatus("idle");
    expect(tab.texts()).toEqual(["human: hi"]); // the run put no message into the state
    expect(server.started).toHaveLength(1);
  });
});

describe("notifications", () => {
  it("are one for many chunks", async () => {
    const { openTab } = world(async (run) => {
      for (let piece = 0; piece < 500; piece += 1) say(run, "a1", "x");
      run.addMessages("model", [{ type: "ai", id: "a1", content: "x".repeat(500) }]);
    });
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.untilStatus("idle");
    expect(tab.texts()[1]).toBe(`ai: ${"x".repeat(500)}`);
    expect(tab.notifications()).toBeLessThan(40);
  });

  it("leave a settled message's object and the list of ids as they are", async () => {
    const { openTab } = world(answer("text"));
    const tab = openTab();
    await tab.session.submit("one");
    await tab.untilStatus("idle");
    const before = tab.messages();
    await tab.session.submit("two");
    await tab.until((state) => state.status === "idle" && state.messageIds.length === 4);
    expect(tab.messages()[0]).toBe(before[0]);
    expect(tab.messages()[1]).toBe(before[1]);
  });

  it("pass custom events on", async () => {
    const { openTab } = world((run) => run.emit("custom", { progress: 1 }));
    const tab = openTab();
    await tab.session.submit("hi");
    await tab.untilStatus("idle");
    expect(tab.customs).toEqual([{ progress: 1 }]);
  });
});

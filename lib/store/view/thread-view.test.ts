import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEvent, type StreamEvent } from "@/lib/protocol";
import { createThreadView } from "./thread-view";

function event(name: string, data: unknown): StreamEvent {
  return readEvent({ event: name, data: JSON.stringify(data), id: "" });
}

function piece(id: string | null, fields: Record<string, unknown>, ns = "model:1"): StreamEvent {
  return event("messages", [
    { type: "ai", id, content: "", ...fields },
    { langgraph_node: "model", langgraph_checkpoint_ns: ns },
  ]);
}

function update(...messages: unknown[]): StreamEvent {
  return event("updates", { model: { messages } });
}

function tool(callId: string, content: string, over: Record<string, unknown> = {}) {
  return { type: "tool", id: `r-${callId}`, tool_call_id: callId, content, status: "success", ...over };
}

function ai(id: string, content: string, ...calls: { id: string; name: string; args: object }[]) {
  return { type: "ai", id, content, tool_calls: calls };
}

/** What a view shows after these events. */
function look(...events: StreamEvent[]) {
  let nowMs = 0;
  const view = createThreadView(() => {
    nowMs += 1;
    return nowMs;
  });
  for (const one of events) view.apply(one);
  const show = () => {
    const ids = view.publish();
    const messages = ids.flatMap((id) => view.messages.get(id) ?? []);
    return {
      ids,
      messages,
      texts: messages.map((message) => message.text),
      calls: messages.flatMap((message) => message.callKeys.map((key) => view.calls.get(key))),
    };
  };
  return { view, show, ...show() };
}

const K1 = { id: "k1", name: "find", args: {} };

describe("messages", () => {
  it("of one task whose id changes from the provider's to a made-up one are one bubble with one key", () => {
    const { view, show, ids, texts } = look(piece("msg_1", { content: "He" }), piece("run-abc", { content: "llo" }));
    expect(texts).toEqual(["Hello"]);
    view.apply(update(ai("final-id", "Hello")));
    expect(show()).toMatchObject({ ids, texts: ["Hello"] });
    view.settle([ai("final-id", "Hello")], { isFinal: true });
    expect(show()).toMatchObject({ ids, texts: ["Hello"] });
  });

  it("without any id go on in their task", () => {
    expect(look(piece(null, { content: "He" }), piece(null, { content: "llo" })).texts).toEqual(["Hello"]);
  });

  it("of two models in one task stay two", () => {
    const events = ["run-a", "run-b", "run-a", "run-b"].map((id, n) => piece(id, { content: `${id[4]}${n}` }));
    expect(look(...events).texts).toEqual(["a0a2", "b1b3"]);
  });

  it("that a node adds without a model appear at once", () => {
    expect(look(event("values", { messages: [ai("m9", "fixed text")] })).texts).toEqual(["fixed text"]);
    expect(look(update(ai("m9", "fixed text"))).texts).toEqual(["fixed text"]);
  });

  it("of unknown or removing kinds never throw", () => {
    const { texts } = look(
      event("updates", { trim: { messages: [{ id: "m1", type: "remove", content: "" }, ai("m2", "b")] } }),
      event("updates", {
        odd: { messages: [{ type: "strange", id: "m3", content: "c" }, null, 5] },
        none: null,
        list: [{ messages: ai("m4", "d") }],
      }),
    );
    expect(texts).toEqual(["b", "c", "d"]);
  });

  it("that were settled take no further pieces: a stream applied twice changes nothing", () => {
    const events = [piece("a1", { content: "He" }), piece("a1", { content: "llo" }), update(ai("a1", "Hello"))];
    const { view, show, messages } = look(...events);
    for (const one of events) view.apply(one);
    expect(show().messages).toEqual(messages);
    expect(show().messages[0]).toBe(messages[0]);
  });

  it("take over what the server added to the person's message, in the same bubble", () => {
    const { view, show } = look();
    view.addOwn({ id: "u1", text: "hi" });
    view.apply(
      event("values", {
        messages: [{ type: "human", id: "u1", content: "hi [file]", additional_kwargs: { file: "/x" } }],
      }),
    );
    expect(show()).toMatchObject({ ids: ["u1"], texts: ["hi [file]"] });
  });

  it("whose id another server replaced keep their bubble", () => {
    const { view, show } = look();
    view.addOwn({ id: "u1", text: "hi" });
    view.settle([{ type: "human", id: "other", content: "hi" }], { isFinal: true });
    expect(show()).toMatchObject({ ids: ["u1"], texts: ["hi"] });
  });

  it("stay while paused although the root's state does not list them, and go when the run has ended", () => {
    const { view, show } = look(piece("m1", { content: "one" }), piece("m2", { content: "two" }, "sub:1"));
    view.settle([ai("m1", "one")], { isFinal: false });
    expect(show().texts).toEqual(["one", "two"]);
    view.settle([ai("m1", "one")], { isFinal: true });
    expect(show().texts).toEqual(["one"]);
  });

  it("take the server's order, with what only this page has behind its neighbour", () => {
    const { view, show } = look(update(ai("b", "b")), update(ai("a", "a")));
    view.addOwn({ id: "u", text: "mine" });
    view.settle([ai("a", "a"), ai("b", "b")], { isFinal: true });
    expect(show().texts).toEqual(["a", "mine", "b"]);
  });

  it("keep the list of ids while nothing changes it", () => {
    const { view, show } = look(update(ai("a", "a")));
    const { ids } = show();
    view.settle([ai("a", "a")], { isFinal: true });
    expect(show().ids).toBe(ids);
  });

  it("never show half a character", () => {
    const { view, show, texts } = look(piece("a1", { content: "a\ud83d" }));
    expect(texts).toEqual(["a"]);
    view.apply(piece("a1", { content: "\ude00b" }));
    expect(show().texts).toEqual(["a😀b"]);
  });

  it("are well-formed whatever the cuts", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 20 }),
        fc.array(fc.nat(20), { maxLength: 6 }),
        (text, places) => {
          const cuts = [0, ...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
          const { view, show } = look();
          cuts.slice(1).forEach((end, n) => {
            view.apply(piece("a1", { content: text.slice(cuts[n], end) }));
            expect(show().texts[0]?.isWellFormed()).toBe(true);
          });
          view.endRun("success");
          expect(show().texts).toEqual([text]);
        },
      ),
    );
  });

  it("read text and reasoning out of every shape", () => {
    const { messages } = look(
      piece("a1", {
        content: [
          { type: "reasoning", reasoning: "first " },
          { type: "thinking", thinking: "second " },
        ],
      }),
      piece("a1", { content: "", additional_kwargs: { reasoning_content: "third" } }),
      piece("a1", {
        content: [
          { type: "text", text: "said" },
          { type: "image", url: "x" },
        ],
      }),
      piece("a1", {
        content: [],
        usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
        response_metadata: { model_name: "m" },
      }),
    );
    expect(messages).toMatchObject([
      { text: "said", reasoning: "first second third", usage: { total_tokens: 3 }, model: "m" },
    ]);
  });

  it("of what a tool runs within itself are not mixed into the thread; those of a node that is a graph come live", () => {
    const nested = (ns: string) => [
      event(`messages|${ns}`, [{ type: "ai", id: "n1", content: "inner" }, null]),
      event(`updates|${ns}`, { model: { messages: [ai("n2", "more")] } }),
    ];
    expect(look(...nested("tools:1")).texts).toEqual([]);
    expect(look(...nested("tools:1|sub:2")).texts).toEqual([]);
    expect(look(...nested("sub:1")).texts).toEqual(["inner", "more"]);
  });
});

describe("nested runs", () => {
  it("that paused wait until the next run, whatever a parallel tool still says", () => {
    const paused = event("updates|sub:1", { __interrupt__: [{ id: "i1", value: "?" }] });
    const beside = event("updates|sub:1", { tools: { messages: [tool("k1", "found")] } });
    const { view } = look(event("metadata", { run_id: "r1" }), paused, beside);
    const statuses = () => {
      view.publish();
      return view.projections().subagents.map(({ status }) => status);
    };
    expect(statuses()).toEqual(["waiting"]);
    view.endRun("success");
    expect(statuses()).toEqual(["waiting"]);
    for (const one of [event("metadata", { run_id: "r2" }), beside]) view.apply(one);
    expect(statuses()).toEqual(["running"]);
    view.endRun("success");
    expect(statuses()).toEqual(["done"]);
  });
});

describe("calls", () => {
  const stream = (...args: string[]) => [
    piece("a1", { tool_call_chunks: [{ index: 0, id: "k1", name: "find", args: "" }] }),
    ...args.map((text) => piece("a1", { tool_call_chunks: [{ index: 0, args: text }] })),
  ];

  it("grow, keep key and unchanged parts, and become complete with their message", () => {
    const { view, show, calls } = look(...stream('{"rows":[{"a":1},', '{"b":'));
    const [before] = calls;
    expect(before).toMatchObject({ id: "k1", name: "find", phase: "writing", args: { rows: [{ a: 1 }, {}] } });
    expect(view.stateAt(before?.key ?? "", ["rows", 0])).toBe("complete");
    expect(view.stateAt(before?.key ?? "", ["rows"])).toBe("growing");
    for (const one of stream("2}]}").slice(1)) view.apply(one);
    view.setMayContinue(true);
    view.apply(update(ai("a1", "", { ...K1, args: { rows: [{ a: 1 }, { b: 2 }] } })));
    const [after] = show().calls;
    expect(after).toMatchObject({
      key: before?.key,
      status: "complete",
      phase: "server",
      args: { rows: [{ a: 1 }, { b: 2 }] },
    });
    const rowsOf = (call: typeof before) => (call?.args as { rows: unknown[] } | undefined)?.rows ?? [];
    expect(rowsOf(after)[0]).toBe(rowsOf(before)[0]);
  });

  it("leave each other alone", () => {
    const two = piece("a1", { tool_call_chunks: [{ index: 1, id: "k2", name: "sum", args: "{}" }] });
    const { view, show, calls } = look(...stream('{"a":'), two);
    view.apply(stream("1")[1] as StreamEvent);
    const after = show().calls;
    expect(after[0]).not.toBe(calls[0]);
    expect(after[1]).toBe(calls[1]);
  });

  it("get their own results, in whatever order these come, also before the call itself", () => {
    const calls = ["k1", "k2", "k3"].map((id) => ({ ...K1, id }));
    for (const order of [
      ["k3", "k1", "k2"],
      ["k2", "k3", "k1"],
    ]) {
      const results = order.map((id) => event("messages", [tool(id, `of ${id}`), {}]));
      for (const events of [
        [update(ai("a1", "", ...calls)), ...results],
        [...results, update(ai("a1", "", ...calls))],
      ]) {
        expect(look(...events).calls.map((call) => call?.result?.content)).toEqual(["of k1", "of k2", "of k3"]);
      }
    }
  });

  it("keep a result that a lagging snapshot does not list", () => {
    const { calls } = look(...stream("{}"), event("messages", [tool("k1", "found"), {}]), update(ai("a1", "", K1)));
    expect(calls).toMatchObject([{ phase: "done", result: { content: "found" } }]);
  });

  it("one failed, one done: each says its own", () => {
    const { calls } = look(
      update(ai("a1", "", K1, { ...K1, id: "k2" })),
      update(tool("k1", "bad", { status: "error" }), tool("k2", "fine")),
    );
    expect(calls).toMatchObject([{ phase: "failed", error: "bad" }, { phase: "done" }]);
  });

  it("with the same id in two turns keep their own results", () => {
    const { view, show } = look();
    view.settle(
      [ai("a1", "", K1), tool("k1", "one", { id: "r1" }), ai("a2", "", K1), tool("k1", "two", { id: "r2" })],
      { isFinal: true },
    );
    expect(show().calls.map((call) => call?.result?.content)).toEqual(["one", "two"]);
  });

  it("take the settled id; key and card stay", () => {
    const { view, show, calls } = look(piece("a1", { tool_call_chunks: [{ index: 0, name: "find", args: "{}" }] }));
    view.apply(update(ai("a1", "", { ...K1, id: "real" })));
    view.apply(event("messages", [tool("real", "found"), {}]));
    expect(show().calls).toMatchObject([{ key: calls[0]?.key, id: "real", phase: "done" }]);
  });

  it("without a result in an old thread are shown as unfinished", () => {
    const { view, show } = look();
    view.settle([{ type: "human", id: "u1", content: "q" }, ai("a1", "", K1)], { isFinal: true });
    expect(show().calls).toMatchObject([{ phase: "failed", error: expect.stringContaining("No result") }]);
  });

  it("cut off are invalid, never executed, and keep what was written", () => {
    const { view, show } = look(...stream('{"q":"te'));
    view.endRun("failed");
    expect(show().calls).toMatchObject([{ status: "incomplete", phase: "invalid", args: { q: "te" } }]);
    expect(view.faultOf("k1")).toEqual(expect.any(String));
  });

  it("show the progress that the server reports", () => {
    const { view, show } = look(...stream("{}"));
    view.apply(event("tools", { event: "on_tool_start", toolCallId: "k1", name: "find" }));
    view.setMayContinue(true);
    expect(show().calls).toMatchObject([{ status: "complete", phase: "server" }]);
    view.apply(event("tools", { event: "on_tool_event", toolCallId: "k1", data: "half way" }));
    expect(show().calls).toMatchObject([{ progress: "half way" }]);
    view.apply(event("custom", { type: "tool_progress", tool_call_id: "k1", progress: 0.75, message: "3 of 4" }));
    expect(show().calls).toMatchObject([{ progress: 0.75 }]);
    view.apply(event("custom", { type: "tool_progress", tool_call_id: "k1", message: "nearly" }));
    expect(show().calls).toMatchObject([{ progress: "nearly" }]);
    view.apply(event("custom", { type: "tool_progress", tool_call_id: "k1", progress: 7 })); // no share: not ours
    expect(show().calls).toMatchObject([{ progress: "nearly" }]);
    view.apply(event("tools", { event: "on_tool_end", toolCallId: "k1", output: tool("k1", "found") }));
    expect(show().calls).toMatchObject([{ phase: "done", result: { content: "found" } }]);
  });

  it("that wait without a message of their own get a card, which goes into their message when that comes", () => {
    const waiting = (callId: string) =>
      ({
        key: callId,
        pending: { interruptId: `i-${callId}`, callId, name: "find", args: { q: "text" }, runId: undefined },
        state: { phase: "consent" },
        progress: undefined,
        reason: undefined,
        decisions: ["approve", "decline"],
        isConsentLasting: false,
      }) as const;
    const late = [
      [update(ai("a1", "", { ...K1, args: { q: "text" } }))],
      [piece("a1", { content: "So: " }), piece("a1", { tool_call_chunks: [{ index: 0, ...K1, args: '{"q":"te' }] })],
      [update(ai("a1", "", { ...K1, id: "other" }, { ...K1, args: { q: "text" } }))],
    ];
    for (const events of late) {
      const { view, show } = look(update(ai("a0", "Let me look.")));
      view.setHeadless(waiting("k1"), false);
      view.setHeadless(waiting("k2"), false);
      const before = show().calls;
      expect(before).toMatchObject([
        { id: "k1", name: "find", args: { q: "text" }, phase: "consent", interruptId: "i-k1" },
        { id: "k2" },
      ]);
      expect(show().texts).toEqual(["Let me look.", "", ""]);
      for (const one of events) view.apply(one);
      const { ids, calls } = show();
      expect(ids.filter((id) => id !== "a0")).toEqual([expect.any(String), "a1"]);
      expect(calls.filter((call) => call?.id === "k1")).toMatchObject([{ key: before[0]?.key, interruptId: "i-k1" }]);
      expect(view.stateAt(before[0]?.key ?? "", ["q"])).not.toBe("absent");
      view.settle([ai("a0", "Let me look."), ai("a1", "", { ...K1, args: { q: "text" } })], { isFinal: true });
      expect(show().ids).toEqual(["a0", "a1"]);
    }
  });
});

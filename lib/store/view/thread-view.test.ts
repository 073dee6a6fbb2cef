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
  it("of one task whose id changes between the provider's and a made-up one are one bubble with one key (case 144)", () => {
    for (const [first, second] of [
      ["resp-A7", "run-5f0"],
      ["run-5f0", "resp-A7"],
      ["lc_9", "resp-A7"],
    ] as const) {
      const { view, show, ids, texts } = look(
        piece(first, { content: "Good" }),
        piece(second, { content: " mor" }),
        piece(first, { content: "ning" }),
      );
      expect([ids, texts]).toEqual([[first], ["Good morning"]]);
      view.apply(update(ai("of-the-state", "Good morning")));
      expect(show()).toMatchObject({ ids, texts: ["Good morning"] });
      view.settle([ai("of-the-state", "Good morning")], { isFinal: true });
      expect(show()).toMatchObject({ ids, texts: ["Good morning"] });
    }
  });

  it("without any id go on in their task", () => {
    expect(look(piece(null, { content: "He" }), piece(null, { content: "llo" })).texts).toEqual(["Hello"]);
  });

  it("of two models in one task stay two", () => {
    const events = ["run-a", "run-b", "run-a", "run-b"].map((id, n) => piece(id, { content: `${id[4]}${n}` }));
    expect(look(...events).texts).toEqual(["a0a2", "b1b3"]);
  });

  it("that a node adds without a model appear at once (case 150)", () => {
    const notice = ai("notice", "The shop is closed on Mondays.");
    for (const one of [
      event("values", { messages: [notice] }),
      update(notice),
      event("updates", { greet: [{ messages: notice }] }),
      event("messages", [notice, { langgraph_node: "greet" }]),
    ]) {
      const { view, show } = look(update(ai("before", "Welcome.")));
      view.apply(one);
      expect(view.isUrgent()).toBe(true); // not only with the next word of a model
      expect(show().texts).toEqual(["Welcome.", "The shop is closed on Mondays."]);
    }
  });

  it("that are removed, of no known kind or none at all are skipped, and never throw (case 142)", () => {
    const odd = [
      { type: "remove", id: "old", content: "" },
      { type: "trace", id: "t", content: "inner" },
      null,
      5,
      "x",
    ];
    const events = [
      event("updates", { tidy: { messages: [...odd, ai("kept", "stays")] } }),
      event("updates", { none: null, list: [{ messages: odd }, { messages: ai("last", "too") }] }),
      event("values", { messages: [...odd, ai("kept", "stays"), ai("last", "too")] }),
      event("messages", [odd[0], null]),
      event("messages", [odd[1], null]),
    ];
    const { view, show, texts } = look(...events);
    expect(texts).toEqual(["stays", "too"]);
    view.settle([...odd, ai("kept", "stays"), ai("last", "too")], { isFinal: true });
    expect(show()).toMatchObject({ ids: ["kept", "last"], texts: ["stays", "too"] });
  });

  it("that were settled take no further pieces: a stream applied twice changes nothing", () => {
    const events = [piece("a1", { content: "He" }), piece("a1", { content: "llo" }), update(ai("a1", "Hello"))];
    const { view, show, messages } = look(...events);
    for (const one of events) view.apply(one);
    expect(show().messages).toEqual(messages);
    expect(show().messages[0]).toBe(messages[0]);
  });

  it("take over what the server added to the person's message, in the same bubble (case 148)", () => {
    const scan = { type: "image", url: "/attachments/scan-1", mime_type: "image/png", metadata: { name: "scan.png" } };
    const grown = { type: "human", id: "q1", content: [{ type: "text", text: "Read this (1 page)" }, scan] };
    for (const add of [
      (view: ReturnType<typeof look>["view"]) => view.apply(event("values", { messages: [grown] })),
      (view: ReturnType<typeof look>["view"]) => view.apply(event("updates", { intake: { messages: grown } })),
      (view: ReturnType<typeof look>["view"]) => view.settle([grown], { isFinal: true }),
    ]) {
      const { view, show } = look();
      view.addOwn({ id: "q1", text: "Read this" });
      expect(show().texts).toEqual(["Read this"]);
      add(view);
      expect(show()).toMatchObject({ ids: ["q1"], texts: ["Read this (1 page)"] });
      expect(show().messages[0]?.media).toMatchObject([{ name: "scan.png", source: { id: "scan-1" } }]);
    }
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

  it("say why they ended early, from their last piece to a reload, and not before that", () => {
    const view = look(piece("a1", { content: "Half", response_metadata: { finish_reason: "length" } }));
    expect(view.messages).toMatchObject([{ isStreaming: true }]);
    expect(view.messages[0]).not.toHaveProperty("end");
    view.view.apply(piece("a1", { chunk_position: "last" }));
    expect(view.show().messages).toMatchObject([{ end: "length", isCutOff: false }]);
    const whole = { ...ai("a1", "Half"), additional_kwargs: { stop_reason: "refusal" } };
    view.view.apply(update(whole));
    expect(view.show().messages).toMatchObject([{ end: "filter" }]);
    const [before] = view.show().messages;
    view.view.settle([{ ...whole }], { isFinal: true });
    expect(view.show().messages[0]).toBe(before);
    const again = look();
    again.view.settle([whole], { isFinal: true });
    expect(again.show().messages).toMatchObject([{ end: "filter" }]);
  });

  it("that were stopped here say so at once; a server that had them whole all the same is believed", () => {
    const { view, show } = look(piece("a1", { content: "Half" }));
    view.endRun("stopped");
    expect(show().messages).toMatchObject([{ end: "stopped", isCutOff: true }]);
    view.settle([{ ...ai("a1", "Half"), additional_kwargs: { toolweave: { end: "stopped" } } }], { isFinal: true });
    expect(show().messages).toMatchObject([{ end: "stopped", isCutOff: false }]);
    view.settle([ai("a1", "Half and the rest")], { isFinal: true });
    expect(show().messages[0]).not.toHaveProperty("end");
    const failed = look(piece("a1", { content: "Half" }));
    failed.view.endRun("failed");
    expect(failed.show().messages).toMatchObject([{ end: "broken", isCutOff: true }]);
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

  it("get their own results, in whatever order these come, also before the call itself (cases 154, 156)", () => {
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
        const { ids: shown, calls: drawn, view } = look(...events);
        expect(drawn.map((call) => call?.result?.content)).toEqual(["of k1", "of k2", "of k3"]);
        expect([shown, view.calls.size]).toEqual([["a1"], 3]); // no result stands on its own, above its call or below
      }
    }
  });

  it("keep a result, and the thread its messages, that a lagging snapshot does not list (case 146)", () => {
    const said = [...stream("{}"), event("messages", [tool("k1", "found"), {}]), piece("a2", { content: "So" }, "m:2")];
    const lagging = ai("a1", "", K1);
    for (const lag of [
      (view: ReturnType<typeof look>["view"]) => view.apply(update(lagging)),
      (view: ReturnType<typeof look>["view"]) => view.apply(event("values", { messages: [lagging] })),
      (view: ReturnType<typeof look>["view"]) => view.settle([lagging], { isFinal: false }),
    ]) {
      const { view, show } = look(...said);
      lag(view);
      expect(show()).toMatchObject({ ids: ["a1", "a2"], calls: [{ phase: "done", result: { content: "found" } }] });
    }
  });

  it("of which one failed and one is done each say their own, in either order (case 159)", () => {
    const results = [tool("k1", "no such street", { status: "error" }), tool("k2", "a square")];
    const settled = [ai("a1", "", K1, { ...K1, id: "k2" }), ...results];
    const live = look(update(settled[0]), update(...results.toReversed()));
    const { view, show } = look();
    view.settle(settled, { isFinal: true });
    for (const { calls } of [live, show()]) {
      expect(calls).toMatchObject([
        { id: "k1", phase: "failed", error: "no such street", result: { isError: true } },
        { id: "k2", phase: "done", result: { isError: false } },
      ]);
      expect(calls[1]).not.toHaveProperty("error");
    }
  });

  it("side by side begin once each, grow in their own text alone, and end once (case 152)", () => {
    const pieces = [
      piece("a1", { tool_call_chunks: [{ index: 0, id: "k1", name: "buy", args: '{"it' }] }),
      piece("a1", { tool_call_chunks: [{ index: 1, id: "k2", name: "sell", args: '{"i' }] }),
      piece("a1", { tool_call_chunks: [{ index: 0, args: 'em":"pear"' }] }),
      piece("a1", { tool_call_chunks: [{ index: 1, args: 'tem":"fig"}' }] }),
      piece("a1", { tool_call_chunks: [{ index: 0, args: "}" }] }),
      update(
        ai(
          "a1",
          "",
          { id: "k1", name: "buy", args: { item: "pear" } },
          { id: "k2", name: "sell", args: { item: "fig" } },
        ),
      ),
      update(tool("k2", "sold")),
      update(tool("k1", "bought")),
    ];
    const { view, show } = look();
    view.setMayContinue(true);
    const seen = new Map<string, { phases: string[]; texts: string[] }>();
    for (const one of pieces) {
      view.apply(one);
      for (const call of show().calls) {
        if (call === undefined) continue;
        const { phases, texts } = seen.get(call.key) ?? { phases: [], texts: [] };
        if (phases.at(-1) !== call.phase) phases.push(call.phase);
        if (call.phase === "writing") texts.push(call.argsText);
        seen.set(call.key, { phases, texts });
      }
    }
    expect(show().calls.map((call) => call?.id)).toEqual(["k1", "k2"]);
    expect([...seen.values()]).toMatchObject([
      { phases: ["writing", "server", "done"], texts: { length: 5 } },
      { phases: ["writing", "server", "done"], texts: { length: 4 } },
    ]);
    for (const { texts } of seen.values()) {
      for (const [at, text] of texts.entries()) expect(text.startsWith(texts[at - 1] ?? "")).toBe(true);
    }
    expect([...seen.values()].map(({ texts }) => texts.at(-1))).toEqual(['{"item":"pear"}', '{"item":"fig"}']);
  });

  it("and messages named like what every object has are themselves (case 183)", () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const { calls, ids } = look(
      ...names.flatMap((name) => [
        piece(
          `${name}`,
          { tool_call_chunks: [{ index: 0, id: `of ${name}`, name, args: `{"${name}":{"x":1}}` }] },
          name,
        ),
        event("tools", { event: "on_tool_start", toolCallId: `of ${name}`, name }),
        event("messages", [tool(`of ${name}`, name), {}]),
        event("custom", { type: "tool_progress", tool_call_id: name, progress: 0.5 }),
      ]),
    );
    expect(ids).toEqual(names);
    expect(calls.map((call) => [call?.name, call?.result?.content])).toEqual(names.map((name) => [name, name]));
    for (const [at, name] of names.entries()) {
      const args = calls[at]?.args as object;
      expect([Object.keys(args), JSON.stringify(args)]).toEqual([[name], `{"${name}":{"x":1}}`]);
      expect([Object.prototype, null]).toContain(Object.getPrototypeOf(args));
    }
    expect({}).not.toHaveProperty("x");
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

  it("without a result in an old thread are shown as unfinished (case 163)", () => {
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

  it("that the server refused as broken are invalid from their first piece to a reload, and never done", () => {
    const text = '{"q":"te';
    const refusal = tool("k1", "The arguments of this call ended early.", {
      status: "error",
      additional_kwargs: { toolweave: { code: "tool_input_invalid" } },
    });
    const answer = {
      ...ai("m1", "", { id: "k1", name: "find", args: { q: "te" } }, { id: "k2", name: "find", args: { q: "x" } }),
      invalid_tool_calls: [{ id: "k1", name: "find", args: text, error: "Unterminated string" }],
    };
    const broken = { id: "k1", phase: "invalid", argsText: text, args: { q: "te" } };
    const live = look(
      piece("m1", { tool_call_chunks: [{ index: 0, id: "k1", name: "find", args: text }] }),
      piece("m1", { tool_call_chunks: [{ index: 1, id: "k2", name: "find", args: '{"q":"x"}' }] }),
      update(answer),
    );
    expect(live.calls).toMatchObject([
      { ...broken, status: "incomplete" },
      { id: "k2", status: "complete" },
    ]);
    live.view.apply(update(refusal));
    expect(live.show().calls).toMatchObject([{ ...broken, error: "The arguments of this call ended early." }, {}]);
    const { view, show } = look();
    view.settle([answer, refusal, tool("k2", "found")], { isFinal: true });
    expect(show().calls).toMatchObject([
      { ...broken, status: "invalid", error: "The arguments of this call ended early." },
      { id: "k2", phase: "done", status: "complete" },
    ]);
  });

  it("whose arguments are whole and that their tool refused have failed", () => {
    const { view, show } = look(...stream('{"q":"x"}'));
    const refusal = { status: "error", additional_kwargs: { toolweave: { code: "tool_input_invalid" } } } as const;
    view.apply(update(tool("k1", "No column of that name.", refusal)));
    expect(show().calls).toMatchObject([{ phase: "failed", status: "complete", error: "No column of that name." }]);
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
        canRetry: false,
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

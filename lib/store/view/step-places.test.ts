import { describe, expect, it } from "vitest";
import { readEvent, type StreamEvent } from "@/lib/protocol";
import { createThreadView } from "./thread-view";

function event(name: string, data: unknown): StreamEvent {
  return readEvent({ event: name, data: JSON.stringify(data), id: "" });
}

function piece(id: string, content: string, ns = ""): StreamEvent {
  return event(ns === "" ? "messages" : `messages|${ns}`, [
    { type: "ai", id, content },
    { langgraph_node: "model", langgraph_checkpoint_ns: `${ns === "" ? "" : `${ns}|`}model:${id}` },
  ]);
}

const note = (text: string, ns = "") => event(ns === "" ? "custom" : `custom|${ns}`, { type: "note", text });

function createView() {
  const view = createThreadView(() => 0);
  const apply = (...events: StreamEvent[]) => {
    for (const one of events) view.apply(one);
    view.publish();
  };
  /** The texts at each place. */
  const places = () =>
    Object.fromEntries(
      [...view.projections().placedEvents].map(([place, events]) => [
        place,
        events.map(({ data }) => (data as { text: string }).text),
      ]),
    );
  const agents = () => view.projections().subagents.map(({ id, place }) => [id, place]);
  return { view, apply, places, agents };
}

describe("what a graph writes about no call", () => {
  it("stands at the end while nothing follows, and then before what followed", () => {
    const { view, apply, places } = createView();
    view.addOwn({ id: "h1", text: "hi" });
    apply(note("planned"), note("looked up"));
    expect(places()).toEqual({ "": ["planned", "looked up"] });
    apply(piece("a1", "Here"), note("half"), piece("a1", " it is"));
    expect(places()).toEqual({ a1: ["planned", "looked up"], "": ["half"] });
    apply(piece("a2", "More"));
    expect(places()).toEqual({ a1: ["planned", "looked up"], a2: ["half"] });
  });

  it("keeps its lists while nothing comes, and leaves what names a call to that call", () => {
    const { view, apply, places } = createView();
    apply(note("one"));
    const before = view.projections().placedEvents;
    apply(event("custom", { type: "tool_progress", tool_call_id: "k1", progress: 0.5 }), piece("a1", ""));
    apply(note("two"));
    expect(places()).toEqual({ a1: ["one"], "": ["two"] });
    expect(view.projections().placedEvents.get("a1")).toEqual(before.get(""));
    expect(view.projections().placedEvents).toBe(view.projections().placedEvents);
  });

  it("goes with the message that it came before, and with the branch that it was the end of", () => {
    const { view, apply, places } = createView();
    view.addOwn({ id: "h1", text: "hi" });
    apply(note("first try"), piece("a1", "No."), note("after it"));
    view.cut("a1");
    expect(places()).toEqual({});
    apply(note("second try"), piece("a2", "Yes."));
    expect(places()).toEqual({ a2: ["second try"] });
    view.settle([{ type: "human", id: "h1", content: "hi" }], { isFinal: true });
    expect(places()).toEqual({});
  });

  it("is not moved by messages that a state brings in front", () => {
    const { view, apply, places } = createView();
    apply(piece("a1", "Yes."), note("at the end"));
    const older = { type: "ai", id: "a0", content: "Older." };
    view.settle([older, { type: "ai", id: "a1", content: "Yes." }], { isFinal: true });
    expect(places()).toEqual({ "": ["at the end"] });
  });

  it("within the run that a tool began stands in that run", () => {
    const { apply, places } = createView();
    apply(note("begun", "tools:1"));
    expect(places()).toEqual({ "tools:1": ["begun"] });
    apply(piece("n1", "Measuring", "tools:1"), note("measured", "tools:1"), piece("a1", "So."));
    expect(places()).toEqual({ "n1@tools:1": ["begun"], "tools:1": ["measured"] });
  });

  it("is kept up to a bound at each place", () => {
    const { apply, places } = createView();
    apply(...Array.from({ length: 300 }, (_, index) => note(String(index))));
    expect(places()[""]).toHaveLength(200);
    expect(places()[""]?.at(-1)).toBe("299");
  });
});

describe("a nested run", () => {
  it("of a node stands before its first message in the thread; one below a tool's in the run that it is part of", () => {
    const { view, apply, agents } = createView();
    view.addOwn({ id: "h1", text: "hi" });
    apply(event("updates|plan:1", { think: null }));
    expect(agents()).toEqual([["plan:1", ""]]);
    apply(piece("n1", "Planned.", "plan:1"), piece("t1", "Below", "tools:2|inner:3"));
    expect(agents()).toEqual([
      ["plan:1", "n1"],
      ["tools:2|inner:3", "tools:2"],
    ]);
    view.cut("n1");
    expect(agents()[0]).toEqual(["plan:1", undefined]);
  });

  it("of a tool that a node's model called works for the call that the thread shows", () => {
    const { view, apply } = createView();
    const call = { index: 0, id: "k1", name: "research", args: "{}" };
    apply(
      event("messages|plan:1", [
        { type: "ai", id: "n1", content: "", tool_call_chunks: [call] },
        { langgraph_checkpoint_ns: "plan:1|model:2" },
      ]),
      event("tools|plan:1", { event: "on_tool_start", toolCallId: "k1" }),
      piece("t1", "Looking", "plan:1|tools:3"),
    );
    const shown = view.publish().flatMap((id) => view.messages.get(id)?.callKeys ?? []);
    const [, agent] = view.projections().subagents;
    expect(shown).toHaveLength(1);
    expect(agent).toMatchObject({ id: "plan:1|tools:3", callKey: shown[0] });
  });
});

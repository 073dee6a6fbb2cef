import { describe, expect, it } from "vitest";
import { readEvent, type StreamEvent } from "@/lib/protocol";
import { createThreadView } from "./thread-view";

type Fields = Record<string, unknown>;

function piece(content: unknown, fields: Fields = {}): StreamEvent {
  const data = [
    { type: "ai", id: "a1", content, ...fields },
    { langgraph_node: "model", langgraph_checkpoint_ns: "model:1" },
  ];
  return readEvent({ event: "messages", data: JSON.stringify(data), id: "" });
}

const whole = (content: unknown, fields: Fields = {}) => {
  const data = { model: { messages: [{ type: "ai", id: "a1", content, ...fields }] } };
  return readEvent({ event: "updates", data: JSON.stringify(data), id: "" });
};

function createView() {
  const view = createThreadView(() => 0);
  const message = () => {
    view.publish();
    return view.messages.get("a1");
  };
  return {
    message,
    apply: (...events: StreamEvent[]) => {
      for (const event of events) view.apply(event);
      return message();
    },
    /** What stands before each mark, and the titles of its sources. */
    cited: () =>
      (message()?.citations ?? []).map(({ at, sources }) => [
        message()?.text.slice(0, at),
        ...sources.map((source) => message()?.sources?.[source]?.title),
      ]),
  };
}

const anthropic = (title: string) => ({
  type: "web_search_result_location",
  url: `https://${title}.example`,
  title,
  cited_text: "…",
});
const openAi = (title: string, start_index: number, end_index: number) => ({
  type: "url_citation",
  url: `https://${title}.example`,
  title,
  start_index,
  end_index,
});
const text = (words: string, fields: Fields = {}) => ({ type: "text", text: words, ...fields });

describe("citations that name a range", () => {
  it("stand behind it, also where the text before came in other blocks and pieces", () => {
    const { apply, cited } = createView();
    apply(piece([text("Before. ", { index: 0 })]));
    apply(piece([text("Looms ", { index: 1 })]), piece([text("are old. ", { index: 1 })]));
    apply(piece([{ type: "text", index: 1, annotations: [openAi("loom", 0, 14)] }]));
    expect(cited()).toEqual([["Before. Looms are old.", "loom"]]);
    apply(piece([text("And good.", { index: 1 })]));
    expect(cited()).toEqual([["Before. Looms are old.", "loom"]]);
    const settled = [text("Before. "), text("Looms are old. And good.", { annotations: [openAi("loom", 0, 14)] })];
    apply(whole(settled));
    expect(cited()).toEqual([["Before. Looms are old.", "loom"]]);
  });

  it("wait for the words that they name, and end with the text at the latest", () => {
    const { apply, cited } = createView();
    apply(piece([{ type: "text", text: "Loo", index: 0, annotations: [openAi("loom", 0, 9)] }]));
    expect(cited()).toEqual([]);
    apply(piece([text("ms are", { index: 0 })]));
    expect(cited()).toEqual([["Looms are", "loom"]]);
    apply(whole([text("Looms.", { annotations: [openAi("loom", 0, 99)] })]));
    expect(cited()).toEqual([["Looms.", "loom"]]);
  });

  it("name no place where the range is empty, turned round or no number; the source is listed all the same", () => {
    const { apply } = createView();
    const annotations = [openAi("a", 0, 0), openAi("b", 5, 2), { ...openAi("c", 0, 1), end_index: "4" }];
    const shown = apply(whole([text("Looms are old.", { annotations })]));
    expect(shown?.citations).toBeUndefined();
    expect(shown?.sources?.map(({ title }) => title)).toEqual(["a", "b", "c"]);
  });

  it("at one place are one mark with all their sources, each once", () => {
    const { apply, cited } = createView();
    const annotations = [openAi("b", 6, 9), openAi("a", 0, 5), openAi("c", 1, 5), openAi("a", 2, 5)];
    apply(whole([text("Looms are old.", { annotations })]));
    expect(cited()).toEqual([
      ["Looms", "a", "c"],
      ["Looms are", "b"],
    ]);
  });
});

describe("citations of a whole block", () => {
  it("stand at its end once that is known, whether they come before its words or after them", () => {
    const { apply, cited } = createView();
    apply(piece([text("It seems ", { index: 0 })]), piece([text("", { index: 1, citations: [] })]));
    apply(piece([{ type: "text", index: 1, citations: [anthropic("one")] }]), piece([text("so.", { index: 1 })]));
    expect(cited()).toEqual([]);
    apply(piece([{ type: "text", index: 1, citations: [anthropic("two")] }]), piece([text("\n\nThen", { index: 2 })]));
    expect(cited()).toEqual([["It seems so.", "one", "two"]]);
    const citations = [anthropic("one"), anthropic("two")];
    apply(whole([text("It seems "), text("so.", { citations }), text("\n\nThen")]));
    expect(cited()).toEqual([["It seems so.", "one", "two"]]);
  });

  it("stand before the space that ends it", () => {
    const { apply, cited } = createView();
    apply(whole([text("So.\n\n", { citations: [anthropic("one")] }), text("Then")]));
    expect(cited()).toEqual([["So.", "one"]]);
  });
});

describe("a list of addresses", () => {
  it("gives the numbers that the text writes their sources, with the titles of the results", () => {
    const { apply } = createView();
    const citations = ["https://a.example", "https://b.example", "https://a.example"];
    const additional_kwargs = { citations, search_results: [{ url: "https://b.example", title: "B" }] };
    apply(piece("Looms [2]", { additional_kwargs }));
    const shown = apply(piece(" are old [3].", { additional_kwargs }));
    expect(shown?.sources).toEqual([{ url: "https://a.example" }, { url: "https://b.example", title: "B" }]);
    expect(shown?.numberedSources).toEqual([0, 1, 0]);
  });
});

it("keeps the list, and the message, while nothing new is said", () => {
  const { apply } = createView();
  const content = [text("Looms are old.", { annotations: [openAi("loom", 0, 5)] })];
  const before = apply(whole(content));
  expect(before?.citations).toHaveLength(1);
  expect(apply(whole(content))).toBe(before);
});

it("goes with the sources where the whole message has none", () => {
  const { apply } = createView();
  apply(piece([text("Looms", { index: 0, annotations: [openAi("loom", 0, 5)] })]));
  expect(apply(whole("Looms"))).toMatchObject({ text: "Looms", isStreaming: false });
  expect(apply(whole("Looms"))?.citations).toBeUndefined();
});

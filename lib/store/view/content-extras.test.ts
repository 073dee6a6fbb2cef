import { describe, expect, it } from "vitest";
import { addExtras, NO_EXTRAS } from "./content-extras";

describe("what an answer holds besides its text", () => {
  it("names each source once, in the standard shape and in those of the providers", () => {
    const { sources } = addExtras(NO_EXTRAS, {
      content: [
        {
          type: "text",
          text: "a",
          annotations: [{ type: "citation", url: "https://a.example", title: "A", cited_text: "said" }],
        },
        {
          type: "text",
          text: "b",
          citations: [{ type: "web_search_result_location", url: "https://b.example", title: "B" }],
        },
        {
          type: "text",
          text: "c",
          annotations: [{ type: "url_citation", url: "https://a.example", title: "A" }, null, {}],
        },
      ],
    });
    expect(sources).toEqual([
      { url: "https://a.example", title: "A", citedText: "said" },
      { url: "https://b.example", title: "B" },
    ]);
  });

  it("pairs the calls of the provider's own tools with their results, whichever comes first", () => {
    const call = { type: "server_tool_call", id: "s1", name: "web_search", args: { query: "twill" } };
    const result = { type: "server_tool_result", tool_call_id: "s1", status: "success", output: [{ title: "T" }] };
    const whole = [
      { id: "s1", name: "web_search", args: { query: "twill" }, result: { output: [{ title: "T" }], isError: false } },
    ];
    expect(addExtras(addExtras(NO_EXTRAS, { content: [call] }), { content: [result] }).serverCalls).toEqual(whole);
    expect(addExtras(addExtras(NO_EXTRAS, { content: [result] }), { content: [call] }).serverCalls).toEqual(whole);
  });

  it("reads Anthropic's names for the same", () => {
    const { serverCalls } = addExtras(NO_EXTRAS, {
      content: [
        { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } },
        {
          type: "web_search_tool_result",
          tool_use_id: "s1",
          content: { type: "error", error_code: "max_uses_exceeded" },
        },
      ],
    });
    expect(serverCalls).toEqual([
      {
        id: "s1",
        name: "web_search",
        args: { query: "x" },
        result: { output: { type: "error", error_code: "max_uses_exceeded" }, isError: true },
      },
    ]);
  });

  it("stays the same object where a piece says nothing new", () => {
    const block = { type: "text", text: "a", annotations: [{ type: "citation", url: "https://a.example" }] };
    const once = addExtras(NO_EXTRAS, { content: [block] });
    expect(addExtras(once, { content: [block] })).toBe(once);
    expect(addExtras(once, { content: "plain" })).toBe(once);
    expect(addExtras(once, { content: [null, "x", 1, { type: "constructor" }] as never })).toBe(once);
  });
});

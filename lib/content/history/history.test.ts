import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CANCELLED_ANSWER,
  checkHistory,
  type HistoryProblem,
  type HistoryProvider,
  type Message,
  repairHistory,
} from "@/lib/content";

const PROVIDERS: readonly HistoryProvider[] = ["openai", "anthropic", "google", "bedrock"];
const human: Message = { type: "human", content: "Hi" };
const calling = (...ids: string[]): Message => ({
  type: "ai",
  content: "",
  tool_calls: ids.map((id) => ({ id, name: "f", args: {} })),
});
const answer = (id: string, content = "1"): Message => ({ type: "tool", tool_call_id: id, content });

function codesOf(messages: readonly Message[], provider: HistoryProvider): HistoryProblem["code"][] {
  return checkHistory(messages, provider).map(({ code }) => code);
}

describe("checkHistory", () => {
  const good: Message[] = [
    { type: "system", content: "s" },
    human,
    calling("a", "b"),
    answer("a"),
    answer("b"),
    { type: "ai", content: "ok" },
    human,
  ];

  test.each(PROVIDERS)("finds nothing where nothing is wrong, for %s", (provider) => {
    expect(checkHistory(good, provider)).toEqual([]);
    const repaired = repairHistory(good, provider);
    expect(repaired.every((message, at) => message === good[at])).toBe(true);
  });

  test.each<[HistoryProblem["code"], readonly Message[], readonly HistoryProvider[]]>([
    ["call_not_answered", [human, calling("a")], PROVIDERS],
    ["call_not_answered", [human, calling("a"), human, answer("a")], PROVIDERS],
    ["answer_out_of_order", [human, calling("a", "b"), answer("b"), answer("a")], PROVIDERS],
    ["answer_without_call", [human, answer("a")], PROVIDERS],
    ["answer_out_of_order", [human, calling("a"), answer("a"), answer("a")], PROVIDERS],
    ["call_without_id", [human, { type: "ai", content: "", tool_calls: [{ name: "f", args: {} }] }], PROVIDERS],
    ["not_for_models", [human, { type: "remove", id: "m" }], PROVIDERS],
    ["not_for_models", [human, { type: "unknown", value: 1 }], PROVIDERS],
    ["part_not_sendable", [human, { type: "ai", content: [{ type: "input_json_delta", input: "{" }] }], PROVIDERS],
    [
      "part_not_sendable",
      [human, { type: "ai", content: [{ type: "tool_use", id: "x", name: "f", input: {} }] }],
      PROVIDERS,
    ],
    [
      "part_not_sendable",
      [human, { type: "ai", content: [{ type: "thinking", thinking: "t" }, "x"] }],
      ["anthropic", "bedrock"],
    ],
    ["system_not_first", [human, { type: "system", content: "s" }], ["anthropic", "google", "bedrock"]],
    ["not_begun_by_human", [{ type: "ai", content: "Hello" }, human], ["anthropic", "google", "bedrock"]],
    ["same_side_twice", [human, human], ["anthropic", "google", "bedrock"]],
    ["empty", [human, { type: "ai", content: [{ type: "text", text: " " }] }], ["anthropic", "google", "bedrock"]],
  ])("finds %s", (code, messages, providers) => {
    for (const provider of PROVIDERS) {
      const codes = codesOf(messages, provider);
      if (providers.includes(provider)) expect(codes).toContain(code);
      else expect(codes).not.toContain(code);
      expect(checkHistory(repairHistory(messages, provider), provider)).toEqual([]);
    }
  });

  test("an empty text between others is refused and left out, of whatever side", () => {
    const parts = [{ type: "text", text: "" }, { type: "image", url: "u" }, "", { type: "text", text: " " }];
    const messages: Message[] = [
      { type: "human", content: parts },
      { type: "ai", content: [{ type: "text", text: "" }], tool_calls: [{ id: "a", name: "f", args: {} }] },
      { type: "tool", tool_call_id: "a", content: [{ type: "text", text: "" }, "1"] },
      { type: "ai", content: "\n", tool_calls: [{ id: "b", name: "f", args: {} }] },
      { type: "tool", tool_call_id: "b", content: "2" },
    ];
    expect(codesOf(messages, "openai")).toEqual([]);
    for (const provider of ["anthropic", "google", "bedrock"] as const) {
      expect(codesOf(messages, provider)).toEqual(Array(4).fill("part_not_sendable"));
      const repaired = repairHistory(messages, provider);
      expect(repaired.map((message) => "content" in message && message.content)).toEqual([
        [parts[1]],
        [],
        ["1"],
        "",
        "2",
      ]);
    }
  });

  test("a list without parts is refused by OpenAI too", () => {
    const messages: Message[] = [human, { type: "ai", content: [] }, human];
    for (const provider of PROVIDERS) expect(codesOf(messages, provider)).toContain("empty");
    const stale: Message = { type: "ai", content: [{ type: "tool_use", id: "x", name: "f", input: {} }] };
    expect(repairHistory([human, stale, human], "openai")).toEqual([human, human]);
  });

  test("signed thinking may be sent, whoever spells the signature", () => {
    const parts = [
      { type: "thinking", thinking: "t", signature: "s" },
      { type: "reasoning", reasoning: "t", extras: { signature: "s" } },
      { type: "reasoning_content", reasoningText: { text: "t", signature: "s" } },
    ];
    expect(checkHistory([human, { type: "ai", content: [...parts, "x"] }], "anthropic")).toEqual([]);
  });

  test("encrypted reasoning needs no signature beside it", () => {
    const parts = [
      { type: "redacted_thinking", data: "e" },
      { type: "reasoning_content", redactedContent: "e" },
      { type: "reasoning_content", reasoning_content: { redacted_content: "e" } },
    ];
    expect(checkHistory([human, { type: "ai", content: [...parts, "x"] }], "bedrock")).toEqual([]);
  });

  test("a message that was stopped while the model reasoned says nothing", () => {
    const thoughts = [
      { type: "thinking", thinking: "t", signature: "s" },
      { type: "redacted_thinking", data: "e" },
    ];
    const stopped: Message = { type: "ai", content: thoughts };
    for (const provider of PROVIDERS) {
      expect(codesOf([human, stopped], provider)).toEqual(["empty"]);
      expect(repairHistory([human, stopped], provider)).toEqual([human]);
    }
  });
});

describe("repairHistory", () => {
  test("answers what nobody answered, as cancelled", () => {
    const repaired = repairHistory([human, calling("a", "b"), answer("b"), human], "openai");
    expect(repaired.slice(2, 4)).toEqual([
      { type: "tool", tool_call_id: "a", name: "f", status: "error", content: CANCELLED_ANSWER },
      answer("b"),
    ]);
    expect(repairHistory([calling("a")], "openai", "No tab was open.")[1]?.content).toBe("No tab was open.");
  });

  test("gives each answer to the call before it where ids are used again", () => {
    const messages = [human, calling("a"), answer("a", "first"), calling("a"), answer("a", "second")];
    expect(repairHistory(messages, "openai")).toEqual(messages);
    const gap = repairHistory([human, calling("a"), calling("a"), answer("a", "late")], "openai");
    expect(gap.map(({ content }) => content)).toEqual(["Hi", "", CANCELLED_ANSWER, "", "late"]);
  });

  test("makes one message of each side's, the first of a person, and one system message", () => {
    const messages: Message[] = [
      { type: "ai", content: "Welcome" },
      { type: "system", content: "a" },
      { type: "human", content: "b" },
      { type: "human", content: "c" },
      { type: "system", content: "d" },
      { type: "ai", content: "e" },
      { type: "ai", content: "", tool_calls: [{ id: "x", name: "f", args: {} }] },
      answer("x"),
    ];
    expect(repairHistory(messages, "anthropic").map(({ type, content }) => [type, content])).toEqual([
      ["system", "a\n\nd"],
      ["human", "b\nc"],
      ["ai", "e"],
      ["tool", "1"],
    ]);
    expect(repairHistory(messages, "openai")).toEqual(messages);
  });

  test("makes any history one that the provider takes, keeps every text of a person after the first, and changes nothing given", () => {
    const id = fc.constantFrom("a", "b", "c");
    const part = fc.constantFrom(
      ...[
        { type: "text", text: "t" },
        { type: "thinking", thinking: "t" },
        { type: "thinking", thinking: "t", signature: "s" },
      ],
      ...[
        { type: "tool_use", id: "a", name: "f", input: '{"x":1}' },
        { type: "input_json_delta", input: "{" },
        { type: "text", text: "" },
      ],
    );
    const content = fc.oneof(fc.constantFrom("", " ", "said"), fc.array(part, { maxLength: 3 }));
    const calls = fc.array(
      fc.record({ id: fc.option(id, { nil: null }), name: fc.constant("f"), args: fc.constant({}) }),
      { maxLength: 3 },
    );
    const message: fc.Arbitrary<Message> = fc.oneof(
      fc.record({ type: fc.constant("human" as const), content: fc.constantFrom("", "asked") }),
      fc.record({ type: fc.constant("ai" as const), content, tool_calls: calls }),
      fc.record({ type: fc.constant("system" as const), content: fc.constantFrom("", "rule") }),
      fc.record({ type: fc.constant("tool" as const), content: fc.constant("r"), tool_call_id: id }),
      fc.record({ type: fc.constant("remove" as const), id }),
      fc.record({ type: fc.constant("unknown" as const), value: fc.constant(1) }),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 9 }), fc.constantFrom(...PROVIDERS), (messages, provider) => {
        const before = JSON.stringify(messages);
        const repaired = repairHistory(messages, provider);
        expect(checkHistory(repaired, provider)).toEqual([]);
        expect(JSON.stringify(messages)).toBe(before);
        const said = (list: readonly Message[]) => JSON.stringify(list).split("asked").length;
        expect(said(repaired)).toBe(said(messages));
        expect(repairHistory(repaired, provider)).toEqual(repaired);
      }),
      { numRuns: 2000 },
    );
  });
});

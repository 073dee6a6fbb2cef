import { describe, expect, test } from "vitest";
import { type Message, mergeMessageRuns } from "@/lib/content";

describe("mergeMessageRuns", () => {
  test("makes one message of those of one type that follow each other", () => {
    const call = (id: string) => ({ id, name: "f", args: {} });
    const usage_metadata = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const merged = mergeMessageRuns([
      { type: "system", content: "s" },
      { type: "human", content: "a", id: "1" },
      { type: "human", content: "b", id: "2" },
      { type: "ai", content: "c", tool_calls: [call("x")], usage_metadata, id: "3" },
      { type: "ai", content: [{ type: "text", text: "d" }], tool_calls: [call("y")], usage_metadata },
    ]);
    expect(merged).toEqual([
      { type: "system", content: "s" },
      { type: "human", content: "a\nb", id: "1", additional_kwargs: {} },
      {
        ...{ type: "ai", id: "3", content: ["c", { type: "text", text: "d" }], additional_kwargs: {} },
        ...{ tool_calls: [call("x"), call("y")], invalid_tool_calls: [] },
        usage_metadata: { input_tokens: 2, output_tokens: 2, total_tokens: 4 },
      },
    ]);
  });

  test("keeps answers of tools apart, and blocks of two messages too, whatever their index", () => {
    const answers: Message[] = ["x", "y"].map((id) => ({ type: "tool", tool_call_id: id, content: "1" }));
    expect(mergeMessageRuns(answers)).toEqual(answers);
    const block = (text: string) => [{ type: "text", text, index: 0 }];
    const [merged] = mergeMessageRuns([
      { type: "ai", content: block("a") },
      { type: "ai", content: block("b") },
    ]);
    expect(merged?.content).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
  });

  test("leaves single messages the same objects, and joins empty text without a separator", () => {
    const messages: Message[] = [
      { type: "human", content: "a" },
      { type: "ai", content: "b" },
      { type: "remove", id: "1" },
      { type: "remove", id: "2" },
    ];
    expect(mergeMessageRuns(messages).every((message, at) => message === messages[at])).toBe(true);
    expect(
      mergeMessageRuns([
        { type: "human", content: "" },
        { type: "human", content: "b" },
      ])[0]?.content,
    ).toBe("b");
    expect(
      mergeMessageRuns(
        [
          { type: "human", content: "a" },
          { type: "human", content: "b" },
        ],
        " / ",
      )[0]?.content,
    ).toBe("a / b");
  });
});

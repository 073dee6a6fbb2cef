import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addUsage, type UsageMetadata } from "@/lib/langchain";
import { sumUsage, textOfMessage, usageOfMessage } from ".";

const DETAILS = {
  input_token_details: { cache_read: 3, cache_creation: 2, audio: 1 },
  output_token_details: { reasoning: 4, audio: 1 },
};

describe("usage", () => {
  test("is read with its details, as LangChain defines them", () => {
    const usage_metadata = { input_tokens: 10, output_tokens: 5, total_tokens: 15, ...DETAILS };
    expect(usageOfMessage({ type: "ai", usage_metadata })).toEqual(usage_metadata);
    expect(usageOfMessage({ type: "ai" })).toBeUndefined();
    expect(usageOfMessage({ type: "ai", usage_metadata: null })).toBeUndefined();
  });

  test("leaves out what is no count, and adds up an absent total", () => {
    const usage_metadata = {
      input_tokens: 10,
      output_tokens: "5",
      cost: 0.5,
      input_token_details: { cache_read: null, audio: 1 },
    };
    expect(usageOfMessage({ usage_metadata })).toEqual({
      ...{ input_tokens: 10, output_tokens: 0, total_tokens: 10, input_token_details: { audio: 1 } },
    });
  });

  test("of several messages is added as LangChain adds it", () => {
    const count = fc.nat(1000);
    const details = (...keys: string[]) =>
      fc.option(fc.dictionary(fc.constantFrom(...keys), count, { noNullPrototype: true }), { nil: undefined });
    const usage = fc
      .record({
        ...{ input_tokens: count, output_tokens: count, total_tokens: count },
        input_token_details: details("cache_read", "cache_creation", "audio", "own"),
        output_token_details: details("reasoning", "audio"),
      })
      .map((made): UsageMetadata => JSON.parse(JSON.stringify(made)));
    fc.assert(
      fc.property(fc.array(usage, { minLength: 1, maxLength: 5 }), (usages) => {
        const messages = usages.map((usage_metadata) => ({ type: "ai", usage_metadata }));
        const wanted = usages
          .slice(1)
          .reduce<UsageMetadata>((sum, next) => addUsage(sum, next), usages[0] ?? sumUsage([]));
        expect(sumUsage(messages)).toEqual(wanted);
      }),
    );
  });

  test("of messages without any is zero, and keys that hold other things are not counted", () => {
    expect(sumUsage([{ type: "human" }, 5, null])).toEqual({ input_tokens: 0, output_tokens: 0, total_tokens: 0 });
    const odd = (own: unknown) => ({ usage_metadata: { input_tokens: 1, output_tokens: 1, total_tokens: 2, own } });
    expect(sumUsage([odd({ a: 1 }), odd(5), odd({ a: 2 })])).toEqual({
      input_tokens: 3,
      output_tokens: 3,
      total_tokens: 6,
      own: { a: 3 },
    });
  });
});

describe("the text of a message", () => {
  test("is its content, or its text parts joined", () => {
    expect(textOfMessage({ type: "ai", content: "a" })).toBe("a");
    const content = [
      "a",
      { type: "text", text: "b" },
      { type: "reasoning", reasoning: "no" },
      { type: "image", url: "no" },
      { type: "text" },
      5,
    ];
    expect(textOfMessage({ content })).toBe("ab");
    expect(textOfMessage(content)).toBe("ab");
    expect(textOfMessage({ content: null })).toBe("");
  });
});

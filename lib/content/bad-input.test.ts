import { describe, expect, test } from "vitest";
import { isToolweaveError } from "@/lib/errors";
import {
  bufferString,
  checkHistory,
  coerceMessages,
  countTokensApproximately,
  createContentStream,
  parseMessage,
  readMessage,
  repairHistory,
  sumUsage,
  textOfMessage,
  translateMessage,
} from ".";

const TWENTY_MEGABYTES = 20 * 2 ** 20;

describe("in the browser nothing throws", () => {
  test.each([
    ["a block that is no object", [5, null, "text", ["nested"], true]],
    ["an unknown type", [{ type: "hologram" }, { type: 7 }, {}]],
    [
      "an index of any type",
      [
        { type: "text", text: "a", index: {} },
        { type: "text", text: "b", index: [1] },
      ],
    ],
    ["no content", null],
    ["content of another type", 12],
    ["keys that every object has", [{ type: "text", text: "a", constructor: 1, toString: 2, hasOwnProperty: 3 }]],
    ["a key that is the prototype", [JSON.parse('{"type":"thinking","thinking":"a","__proto__":{"text":"b"}}')]],
  ])("for %s", (_, content) => {
    const message = {
      type: "ai",
      content,
      tool_calls: content,
      additional_kwargs: content,
      response_metadata: content,
    };
    const stream = createContentStream();
    for (const chunk of [content, message, { ...message, tool_call_chunks: content }]) {
      stream.feed(chunk);
      expect(Array.isArray(stream.snapshot())).toBe(true);
    }
    stream.finish();
    stream.snapshot();
    stream.content();
    expect(Array.isArray(translateMessage(message))).toBe(true);
    const read = readMessage(message);
    expect(typeof textOfMessage(read)).toBe("string");
    expect(sumUsage([message, read, content])).toMatchObject({ total_tokens: 0 });
    expect(typeof bufferString([read], { format: "xml" })).toBe("string");
    expect(Array.isArray(checkHistory([read], "anthropic"))).toBe(true);
    expect(Array.isArray(repairHistory([read], "anthropic"))).toBe(true);
  });

  test("values nested deeper than the stack are kept, also where they would have to be merged", () => {
    const deep = (leaf: string) => {
      let value: unknown = { leaf };
      for (let level = 0; level < 100_000; level++) value = { value };
      return value;
    };
    const stream = createContentStream();
    stream.feed([{ type: "hologram", index: 0, deep: deep("a") }]);
    stream.feed([{ type: "hologram", index: 0, deep: deep("b") }]);
    stream.snapshot();
    stream.finish();
    expect(stream.snapshot().map(({ type }) => type)).toEqual(["non_standard", "non_standard"]);
  });

  test("arguments nested deeper than the stack are compared no further than they must be", () => {
    const stream = createContentStream();
    for (let times = 0; times < 2; times++) {
      const args = JSON.parse(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`);
      stream.feed({ content: "", tool_calls: [{ id: "c", name: "f", args }] });
      expect(stream.snapshot()).toMatchObject([{ type: "tool_call", id: "c" }]);
    }
  });

  test("an own key named __proto__ stays an ordinary key", () => {
    const block = JSON.parse('{"type":"thinking","thinking":"a","__proto__":{"text":"b"}}');
    const [made] = translateMessage({
      type: "ai",
      content: [block],
      response_metadata: { model_provider: "anthropic" },
    });
    expect(Object.keys(made?.extras ?? {})).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(made?.extras)).toBe(Object.prototype);
  });

  test("an index that changes its type begins a block of its own", () => {
    const stream = createContentStream();
    for (const index of [0, "0", 0, null, "lc_0", 0.5]) stream.feed([{ type: "text", text: `${index} `, index }]);
    expect(stream.snapshot().map((block) => block.text)).toEqual(["0 0 ", "0 ", "null ", "lc_0 ", "0.5 "]);
  });

  test("keys that hold other types from chunk to chunk lose nothing", () => {
    const stream = createContentStream();
    stream.feed([{ type: "text", text: "a", index: 0, score: 0.5 }]);
    stream.feed([{ type: "text", text: "b", index: 0, score: "high" }]);
    stream.feed([{ type: "text", text: { deep: "c" }, index: 0 }]);
    const said = JSON.stringify(stream.snapshot());
    for (const text of ["a", "0.5", "b", "high", "c"]) expect(said).toContain(text);
  });

  test("base64 of 20 MB is neither copied nor scanned", () => {
    const base64 = "A".repeat(TWENTY_MEGABYTES);
    const image = { type: "image_url", image_url: { url: `data:image/png;base64,${base64}` } };
    const message = readMessage({ type: "human", content: [image, { type: "text", text: "look" }] });
    const start = performance.now();
    const stream = createContentStream();
    stream.feed(message);
    const [block] = stream.snapshot();
    expect(block).toMatchObject({ type: "image", mime_type: "image/png" });
    expect(String(block?.base64).length).toBe(TWENTY_MEGABYTES);
    expect(countTokensApproximately([message])).toBeLessThan(200);
    expect(bufferString([message], { format: "xml" })).toBe('<message type="human">look</message>');
    // Encoding it once as JSON takes longer; a bound that only a copy by characters would miss.
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe("on the server what the wire forbids is a typed error", () => {
  test.each([
    [5],
    [null],
    [{ content: "no type" }],
    [{ type: "telepathy", content: "a" }],
    [{ type: "human", content: 5 }],
    [{ type: "human" }],
    [{ type: "human", content: [5] }],
    [{ type: "tool", content: "no call id" }],
    [{ type: "remove" }],
    [{ type: "ai", content: "", tool_calls: [{ name: "f", args: "text" }] }],
    [{ type: "tool", content: "", tool_call_id: "c", status: "fine" }],
  ])("%j", (message) => {
    try {
      parseMessage(message);
      expect.unreachable();
    } catch (error) {
      expect(isToolweaveError(error) && error.code).toBe("bad_request");
      expect(String(error)).toMatch(/The message cannot be read: .+\./);
    }
  });

  test("what it allows is read, whatever the type is called, and unknown fields stay", () => {
    expect(parseMessage({ role: "user", content: "a", extra: 1 })).toEqual({
      type: "human",
      role: "user",
      content: "a",
      extra: 1,
    });
    expect(parseMessage({ type: "AIMessageChunk", content: [{ type: "odd" }] })).toMatchObject({ type: "ai" });
    expect(parseMessage({ type: "remove", id: "m" })).toEqual({ type: "remove", id: "m" });
  });

  test("coercion names the position", () => {
    try {
      coerceMessages(["fine", ["nobody", "text"]]);
      expect.unreachable();
    } catch (error) {
      expect(isToolweaveError(error) && [error.code, error.context.index]).toEqual(["bad_request", 1]);
    }
  });
});

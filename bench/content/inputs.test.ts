import { describe, expect, it } from "vitest";
import { createContentStream, translateMessage } from "@/lib/content";
import { createChunks, createTokens, SHAPES } from "./inputs.mjs";

describe("tokens", () => {
  it("are pieces of text of 2 to 9 characters, the same every time", () => {
    const tokens = createTokens(1000);
    expect(tokens).toHaveLength(1000);
    expect(tokens.every((token = "") => token.length >= 2 && token.length <= 9)).toBe(true);
    expect(new Set(tokens).size).toBe(11);
    expect(createTokens(1000)).toEqual(tokens);
  });
});

describe.each(["text", "blocks", "loose", "reasoning"] as const)("chunks of the shape %s", (shape) => {
  it("make one block that says all tokens", () => {
    const tokens = createTokens(500);
    const stream = createContentStream();
    for (const chunk of createChunks(shape, 500)) {
      stream.feed(chunk);
      stream.snapshot();
    }
    stream.finish();
    expect(stream.snapshot()).toHaveLength(1);
    expect(stream.snapshot()[0]).toMatchObject(
      shape === "reasoning"
        ? { type: "reasoning", reasoning: tokens.join("") }
        : { type: "text", text: tokens.join("") },
    );
  });

  it("are chunks that a reader of messages understands one by one", () => {
    expect(translateMessage(SHAPES[shape]("word"))).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import { createInput, SHAPES } from "./inputs.mjs";

describe.each(SHAPES)("the input %s", (shape) => {
  it.each([10_000, 100_000])(
    "of %i characters is about as long, is JSON objects, and joins from its chunks",
    (length) => {
      const { texts, chunks, length: total } = createInput(shape, length);
      expect(total / length).toBeGreaterThan(0.95);
      expect(total / length).toBeLessThan(shape === "string" ? 1.05 : 1.5);
      const joined = texts.map((_, at) =>
        chunks
          .filter(({ call }) => call === at)
          .map(({ piece }) => piece)
          .join(""),
      );
      expect(joined).toEqual(texts);
      for (const text of texts) expect(JSON.parse(text)).toBeTypeOf("object");
    },
  );

  it("comes in chunks of 4 to 12 characters, but for the last of a call", () => {
    const { texts, chunks } = createInput(shape, 10_000);
    const lengths = chunks.map(({ piece }) => piece.length);
    expect(Math.max(...lengths)).toBe(12);
    expect(lengths.filter((length) => length < 4).length).toBeLessThanOrEqual(texts.length);
  });

  it("is the same every time", () => {
    expect(createInput(shape, 10_000)).toEqual(createInput(shape, 10_000));
  });
});

it("has thousands of records in a megabyte, and eight calls at once in parallel", () => {
  const [text = ""] = createInput("records", 1_000_000).texts;
  expect(JSON.parse(text).rows.length).toBeGreaterThan(5000);
  const { texts, chunks } = createInput("parallel", 10_000);
  expect(texts).toHaveLength(8);
  expect(new Set(chunks.slice(0, 8).map(({ call }) => call)).size).toBe(8);
});

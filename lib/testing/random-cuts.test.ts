import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomByteCuts, randomCuts } from "@/lib/testing";

describe("random cuts", () => {
  test("join to the text again, none of them empty or too long", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.integer(),
        fc.integer({ min: 1, max: 9 }),
        (text, seed, most) => {
          const pieces = randomCuts(text, seed, most);
          expect(pieces.join("")).toBe(text);
          expect(pieces.every((piece) => piece.length > 0 && piece.length <= most)).toBe(true);
        },
      ),
    );
  });

  test("of bytes join to the bytes again", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer(), (bytes, seed) => {
        expect(Buffer.concat(randomByteCuts(bytes, seed))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test("are the same for the same seed and different for another", () => {
    const text = "a".repeat(500);
    expect(randomCuts(text, 7)).toEqual(randomCuts(text, 7));
    expect(randomCuts(text, 7)).not.toEqual(randomCuts(text, 8));
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutArguments, cutText } from "./pieces";

const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 300 }), fc.lorem({ mode: "sentences", maxCount: 5 }));

describe("pieces", () => {
  test("of a text join to the text; each is at most a short word with its space", () => {
    fc.assert(
      fc.property(text, (whole) => {
        const pieces = cutText(whole);
        expect(pieces.join("")).toBe(whole);
        for (const piece of pieces) expect(Array.from(piece.trim()).length).toBeLessThanOrEqual(7);
      }),
    );
  });

  test("of arguments join to the JSON; each has 1 to 6 characters and no half surrogate pair", () => {
    fc.assert(
      fc.property(
        fc.object().map((value) => JSON.stringify(value)),
        (json) => {
          const pieces = cutArguments(json);
          expect(pieces.join("")).toBe(json);
          expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
          for (const piece of pieces) {
            expect(Array.from(piece).length).toBeGreaterThanOrEqual(1);
            expect(Array.from(piece).length).toBeLessThanOrEqual(6);
          }
        },
      ),
    );
  });
});

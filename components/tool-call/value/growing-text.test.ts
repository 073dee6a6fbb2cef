import { describe, expect, it } from "vitest";
import { edgeStart } from "./growing-text";

describe("the live edge", () => {
  it("is the newest words, whole", () => {
    const text = "We would like to hold the room, could you confirm the day";
    expect(text.slice(edgeStart(text))).toBe("confirm the day");
  });

  it("is all of a short text, and the end of a word that does not end", () => {
    expect(edgeStart("Lisbon")).toBe(0);
    expect(edgeStart("x".repeat(100))).toBe(82);
  });

  it("never cuts a surrogate pair, wherever the text ends", () => {
    const text = "🧺".repeat(40);
    for (let length = 1; length <= text.length; length += 1) {
      const start = edgeStart(text.slice(0, length));
      const unit = text.charCodeAt(start);
      expect(unit >= 0xdc00 && unit <= 0xdfff).toBe(false);
    }
  });
});

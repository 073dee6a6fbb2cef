// @vitest-environment jsdom
import { act } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { newRoot } from "../../test-support/new-root";
import { edgeStart, GrowingText } from "./growing-text";

beforeAll(() => {
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);
});

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

  it("has the newest characters of the text, hidden ones marked, at every length; whole emoji and words have no mark", async () => {
    const { host, root } = newRoot();
    const text = "Pay \u202e000,1\u202c EUR to Ana\u200b 👩🏽\u200d🚀 می\u200cخواهم 1\ufe0f\u20e3 and the rest of it";
    const written = (part: string) => part.replaceAll(/[\u202c\u202e\u200b]/g, (hidden) => `U+${hex(hidden)}`);
    for (let length = 1; length <= text.length; length += 1) {
      const soFar = text.slice(0, length);
      if (soFar.charCodeAt(length - 1) >>> 10 === 0x36) continue; // half a pair is held back
      await act(() => root.render(<GrowingText text={soFar} state="growing" />));
      expect(host.textContent).toBe(written(soFar));
      expect(host.querySelector(".tw-edge")?.textContent).toBe(written(soFar.slice(edgeStart(soFar))));
    }
    await act(() => root.render(<GrowingText text={text} state="complete" />));
    expect(host.textContent).toBe(written(text));
  });
});

const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MessageContent, mergeContent } from "..";
import { deepFreeze } from "../test-support/deep-freeze";
import { thrownName } from "../test-support/thrown-name";

const block = { type: "text", text: "b", index: 0 };

describe("mergeContent", () => {
  it.each<[string, (MessageContent | null)[], MessageContent]>([
    ["concatenates text", ["a", "", "b"], "ab"],
    ["takes a missing first content for an empty text", [null, "b"], "b"],
    ["makes a list of text and list, an empty text included", ["", [block]], ["", block]],
    ["merges lists by index", [[block], [block]], [{ type: "text", text: "bb", index: 0 }]],
    ["extends the last text of a list", [["a"], "b"], ["ab"]],
    ["follows a block with text", [[block], "b"], [block, "b"]],
    ["adds no empty text to a list", [[block], ""], [block]],
    ["drops text after an empty list, as the reference does", [[], "a"], []],
    ["extends an empty text in a list", [[""], "b"], ["b"]],
  ])("%s", (_behaviour, contents, merged) => {
    const [first = null, ...others] = deepFreeze(contents);
    expect(mergeContent(first, ...(others as MessageContent[]))).toStrictEqual(merged);
  });

  it("raises TypeError where text meets something that is no text", () => {
    // Content that no chunk can have: the types forbid it, outside data may still hold it.
    const wrong = (value: unknown) => value as MessageContent;
    expect(thrownName(() => mergeContent("a", wrong(null)))).toBe("TypeError");
    expect(thrownName(() => mergeContent("a", wrong(1)))).toBe("TypeError");
    expect(thrownName(() => mergeContent(["a"], wrong(null)))).toBe("TypeError");
    expect(mergeContent("a", wrong({ k: 1 }))).toStrictEqual(["a", "k"]);
  });

  it("gives the whole text for any pieces of it, also cut inside a surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat(40)), (text, cuts) => {
        const ends = [...cuts.map((cut) => Math.min(cut, text.length)), text.length].sort((a, b) => a - b);
        const pieces = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
        expect(mergeContent("", ...pieces)).toBe(text);
        expect(mergeContent([block], ...pieces)).toStrictEqual(text === "" ? [block] : [block, text]);
      }),
    );
  });
});

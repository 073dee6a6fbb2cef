import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draftOf, jsonDraftOf, readDraft, withField } from "./argument-draft";

const WORDS = { notJson: "not JSON", notNumber: "not a number" };

describe("a draft of arguments", () => {
  it("that nobody touched reads as what it was made of, in fields and as JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false })), (made) => {
        const args = JSON.parse(JSON.stringify(made));
        expect(readDraft(draftOf(args), WORDS)).toEqual({ args, faults: [] });
        expect(readDraft(jsonDraftOf(args), WORDS)).toEqual({ args, faults: [] });
      }),
    );
  });

  it("keeps the kind of a value, and says at the field what cannot be read", () => {
    const draft = draftOf({ text: "1", count: 1, urgent: false, rows: [1] });
    const edited = withField(withField(withField(draft, "text", "2"), "count", "2"), "urgent", "true");
    expect(readDraft(edited, WORDS).args).toEqual({ text: "2", count: 2, urgent: true, rows: [1] });
    expect(readDraft(withField(withField(draft, "count", "two"), "rows", "[1"), WORDS)).toEqual({
      args: undefined,
      faults: [
        { path: ["count"], message: "not a number" },
        { path: ["rows"], message: "not JSON" },
      ],
    });
    expect(readDraft({ type: "json", text: "[1]" }, WORDS).faults).toEqual([{ path: [], message: "not JSON" }]);
  });
});

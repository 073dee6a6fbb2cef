import { describe, expect, it } from "vitest";
import { readQuestion } from "./read-question";

describe("readQuestion", () => {
  it("takes a string as the question", () => {
    expect(readQuestion("Which day?")).toEqual({ text: "Which day?", options: [] });
  });

  it("takes the first field that is a sentence, and offers each option once", () => {
    expect(readQuestion({ message: "Which day?", options: ["Wed", "Thu", "Wed", 3] })).toEqual({
      text: "Which day?",
      options: ["Wed", "Thu"],
    });
  });

  it("offers all of many options: none is left out unsaid", () => {
    const options = Array.from({ length: 40 }, (_, index) => `Seat ${index + 1}`);
    expect(readQuestion({ question: "Which seat?", options }).options).toEqual(options);
  });

  it("shows anything else as JSON, and nothing for nothing", () => {
    expect(readQuestion({ amount: 3 }).text).toBe('{\n  "amount": 3\n}');
    expect(readQuestion(null)).toEqual({ text: "", options: [] });
    expect(readQuestion(7).text).toBe("7");
  });
});

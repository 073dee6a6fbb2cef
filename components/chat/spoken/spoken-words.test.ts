import { describe, expect, it } from "vitest";
import { endOfSentences, plainWords } from "./spoken-words";

const finished = (text: string) => text.slice(0, endOfSentences(text));

describe("what is said of an answer while it is written", () => {
  it("ends with a finished sentence or line, never within one", () => {
    expect(finished("One. Two is")).toBe("One.");
    expect(finished("One")).toBe("");
    expect(finished("It costs 3.5")).toBe("");
    expect(finished("Title\nText that")).toBe("Title\n");
    expect(finished("好的。然后")).toBe("好的。");
  });

  it("leaves out code until its block is closed, and then too", () => {
    expect(finished("Look:\n```js\nconst a = 1;\n")).toBe("Look:\n");
    const whole = "Look:\n```js\nconst a = 1;\n```\nDone. And";
    expect(finished(whole)).toBe("Look:\n```js\nconst a = 1;\n```\nDone.");
    expect(plainWords(finished(whole))).toBe("Look: Done.");
  });

  it("is words without marks", () => {
    expect(plainWords("## A **bold** [link](https://a.example/x_y)\n- one\n- `two`")).toBe("A bold link one two");
  });

  it("keeps the signs that are no marks", () => {
    expect(plainWords("3 * 12 is 36, and 2*3 is 6.")).toBe("3 * 12 is 36, and 2*3 is 6.");
    expect(plainWords("Call `get_location` in ~5 minutes, *now*, __soon__ or ~~never~~.")).toBe(
      "Call get_location in ~5 minutes, now, soon or never.",
    );
    expect(plainWords("| a | b |\n|---|:-:|\n| 1|2 |")).toBe("a b 1 2");
  });

  it("has no mark of emphasis that goes on in another piece", () => {
    expect(plainWords("**One.")).toBe("One.");
    expect(plainWords("Two.** Three")).toBe("Two. Three");
  });
});

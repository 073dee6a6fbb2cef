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
});

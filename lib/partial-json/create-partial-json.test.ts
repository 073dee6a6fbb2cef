import { describe, expect, it } from "vitest";
import { createPartialJson, type JsonValue } from ".";
import { WIDE_ARRAY_LENGTH } from "./open-container";

function read(...pieces: string[]): ReturnType<typeof createPartialJson> {
  const partial = createPartialJson();
  for (const piece of pieces) partial.feed(piece);
  return partial;
}

describe("keys", () => {
  // Not with JSON.parse for an oracle: see test-support/sound-oracle.ts.
  it.each([
    ['{"\\"":1}', '"'],
    ['{"\\\\":1}', "\\"],
    ['{"\\u0061\\n":1}', "a\n"],
    ['{"\\ud83d\\ude80":1}', "🚀"],
    ['{"":1}', ""],
  ])("%s is read in any pieces", (text, key) => {
    for (let cut = 0; cut <= text.length; cut++) {
      expect(read(text.slice(0, cut), text.slice(cut)).value).toEqual({ [key]: 1 });
    }
  });

  it("are shown when their value begins, not before", () => {
    const views = ["{", '"a"', ":", '"', 'x"', ',"b":', "tru", "e", "}"].map(
      ((partial) => (piece: string) => {
        partial.feed(piece);
        return partial.value;
      })(createPartialJson()),
    );
    const [none, a, x, b] = [{}, { a: "" }, { a: "x" }, { a: "x", b: true }];
    expect(views).toEqual([none, none, none, a, x, x, x, b, b]);
  });

  it("that are long or many are read too", () => {
    const entries = Array.from({ length: 3000 }, (_, at): [string, number] => [`${at}`.repeat(1 + (at % 40)), at]);
    const text = JSON.stringify(Object.fromEntries(entries));
    expect(read(text.slice(0, 9999), text.slice(9999)).value).toEqual(Object.fromEntries(entries));
  });
});

describe("error", () => {
  it("names the first fault and its place in the whole text", () => {
    expect(read('{"a":1,', " x").error).toBe('unexpected "x" at character 8');
    expect(read('["a\\', "x").error).toBe("an unknown escape at character 4");
    expect(read('["', "a\n\\x").error).toBe("a raw control character at character 3");
    expect(read("[", "1".repeat(5000)).error).toBe("a number longer than 4300 characters at character 4301");
  });

  it("is set by the end only where the text is not whole", () => {
    const errorOf = (text: string) => {
      const partial = read(text);
      expect(partial.error).toBeUndefined();
      partial.finish();
      return partial.error;
    };
    expect(["1", " [] ", '"x"', "null"].map(errorOf)).toEqual([undefined, undefined, undefined, undefined]);
    for (const text of ["", " ", "-", "1.", "tru", "[1", '{"a"', '"x'])
      expect(errorOf(text)).toBe("the text ends too early");
  });

  it("leaves the value readable, and what comes later unread", () => {
    const partial = read('{"a":[1,2,', "}", '3],"b":4}');
    expect(partial.value).toEqual({ a: [1, 2] });
    expect([partial.stateAt([]), partial.stateAt(["a"]), partial.stateAt(["a", 1])]).toEqual([
      "growing",
      "growing",
      "complete",
    ]);
  });

  it("after the end nothing is read", () => {
    const partial = read("[1");
    partial.finish();
    partial.feed(",2]");
    expect([partial.value, partial.isComplete]).toEqual([[1], false]);
  });
});

describe("maxBytes", () => {
  it("shows the same wherever it falls and however the text is cut", () => {
    const text = '{"a\\n":["\\\\b\\u00e9","é漢🚀\\ud83d\\ude80",-1.5e3,true]}';
    for (let maxBytes = 0; maxBytes < text.length; maxBytes++) {
      const [whole, cut] = [createPartialJson({ maxBytes }), createPartialJson({ maxBytes })];
      whole.feed(text);
      for (let at = 0; at < text.length; at++) cut.feed(text.charAt(at));
      expect(whole.error).toContain(`longer than ${maxBytes} bytes at character `);
      expect([whole.value, whole.error]).toEqual([cut.value, cut.error]);
    }
  });
});

describe("stateAt", () => {
  it("takes a number for a position and a string for a key, never one for the other", () => {
    const partial = read('{"0":[1,"a');
    expect([["0"], ["0", 0], ["0", 1]].map(partial.stateAt, partial)).toEqual(["growing", "complete", "growing"]);
    expect([[0], ["0", "0"], ["0", "1"], ["0", "length"]].map(partial.stateAt, partial)).toEqual(
      Array(4).fill("absent"),
    );
  });
});

describe("a frozen Object.prototype", () => {
  it("does not keep its names from being keys", () => {
    const text = '{"constructor":{"toString":1,"__proto__":[2]},"x":"y"}';
    const names = ["constructor", "toString"] as const;
    const before = names.map((name) => Object.getOwnPropertyDescriptor(Object.prototype, name) ?? {});
    try {
      for (const name of names) Object.defineProperty(Object.prototype, name, { writable: false });
      const partial = createPartialJson();
      for (const character of text) {
        partial.feed(character);
        expect(() => partial.value).not.toThrow();
      }
      expect(JSON.stringify(partial.value)).toBe(text);
    } finally {
      for (const [at, name] of names.entries()) Object.defineProperty(Object.prototype, name, before[at] ?? {});
    }
  });
});

describe("a wide array", () => {
  const items = (count: number) => Array.from({ length: count }, (_, at) => `{"n":${at}}`);

  it("shows its open item while it is narrower, and whole items afterwards", () => {
    const partial = read(`[${items(WIDE_ARRAY_LENGTH - 1).join(",")},{"n":`);
    expect((partial.value as JsonValue[]).length).toBe(WIDE_ARRAY_LENGTH);
    partial.feed('0},{"n":1');
    expect((partial.value as JsonValue[]).length).toBe(WIDE_ARRAY_LENGTH);
    expect(partial.stateAt([WIDE_ARRAY_LENGTH])).toBe("absent");
    partial.feed("}");
    expect((partial.value as JsonValue[]).at(-1)).toEqual({ n: 1 });
    expect(partial.stateAt([WIDE_ARRAY_LENGTH])).toBe("complete");
  });

  it("lags by no more than its share, and the text alone decides by how much", () => {
    const texts = items(5 * WIDE_ARRAY_LENGTH + 3);
    const often = createPartialJson();
    often.feed("[");
    let shown = 0;
    for (const [at, text] of texts.entries()) {
      often.feed(`${text},`);
      const { length } = often.value as JsonValue[];
      expect(length).toBeGreaterThanOrEqual(shown);
      expect(at + 1 - length).toBeLessThanOrEqual(Math.floor((at + 1) / WIDE_ARRAY_LENGTH));
      shown = length;
    }
    expect((read(`[${texts.join(",")},`).value as JsonValue[]).length).toBe(shown);
  });

  it.each(["]", "}", ""])("is shown whole when it closes, at a fault, and at the end: %j", (last) => {
    const partial = read(`{"rows":[${items(5 * WIDE_ARRAY_LENGTH + 3).join(",")}`);
    // Closing must not hand out the shorter copy that was shown before.
    expect((partial.value as { rows: JsonValue[] }).rows.length).toBe(5 * WIDE_ARRAY_LENGTH);
    partial.feed(last);
    if (last === "") partial.finish();
    const { rows } = partial.value as { rows: JsonValue[] };
    expect(rows.length).toBe(5 * WIDE_ARRAY_LENGTH + 3);
    expect(rows.at(-1)).toEqual({ n: 5 * WIDE_ARRAY_LENGTH + 2 });
  });
});

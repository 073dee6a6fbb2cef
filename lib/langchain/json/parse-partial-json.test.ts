import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePartialJson } from "..";
import { thrownName } from "../test-support/thrown-name";

describe("parsePartialJson", () => {
  it.each([
    ["closes what is open", '{"a": [1, {"b": "x', { a: [1, { b: "x" }] }],
    ["drops a cut literal with its key", '{"a": tr', {}],
    ["drops a cut literal in a list", "[true, fal", [true]],
    ["drops a key without value", '{"a": 1, "b":', { a: 1 }],
    ["drops a cut key", '{"a": 1, "b', { a: 1 }],
    ["drops a comma", "[1, ", [1]],
    ["keeps the number before a cut fraction", "[1.", [1]],
    ["keeps the number before a cut exponent", "[12e-", [12]],
    ["drops a lone minus", "[-", []],
    ["drops a dangling backslash", '{"a": "x\\', { a: "x" }],
    ["drops a string that is cut inside of \\u", '{"a": 1, "e": "x\\u00', { a: 1 }],
    ["keeps half a surrogate pair", '["\\ud83d', ["\ud83d"]],
    ["keeps white space at the end of an open string", '{"q": "hi ', { q: "hi " }],
    ["drops junk after the value", '{"a": 1} x', { a: 1 }],
    ["drops a second value", '{"a": 1}{"b": 2}', { a: 1 }],
    ["stops at a missing comma", '{"a": 1 "b": 2', { a: 1 }],
    ["keeps closers that no longer fit where they still do", "[[1]x[", [[1]]],
    ["does not close other containers than are open", '[[], {"a": 1}x[', [[]]],
    ["is null where a bracket closes what is not open", '{"a": 1]', null],
    ["is null for a closer at the start", "}", null],
    ["reads numbers of Python's own", "[NaN, Infinity, -Infinity, 1e999", [NaN, Infinity, -Infinity, Infinity]],
    ["does not read them half", "[NaN, -Infin", [NaN]],
    ["reads raw control characters in strings", '{"a": "1\n2\t3\u0000', { a: "1\n2\t3\u0000" }],
    ["reads them in whole texts", '["\t", NaN]', ["\t", NaN]],
    ["takes the last of two equal keys", '{"a": 1, "a": 2', { a: 2 }],
    ["reads a whole top-level text", '"x"', "x"],
    ["reads a cut top-level text", '"x', "x"],
    ["reads a top-level null", "null", null],
    ["reads a top-level number", "12.", 12],
  ])("%s: %j", (_behaviour, text, value) => {
    expect(parsePartialJson(text)).toStrictEqual(value);
  });

  it.each([
    "",
    " ",
    "t",
    "-",
    "abc",
    '\ufeff{"a": 1}',
    "\u00a01",
    '```json\n{"a": 1}',
    "\u0000",
    "'a'",
    "[1,]",
    '{"a": 1,}',
    "[[1]x{",
  ])("raises JSONDecodeError for %j", (text) => {
    expect(thrownName(() => parsePartialJson(text))).toBe("JSONDecodeError");
  });

  it("accepts only the line feed as it is when strict", () => {
    expect(parsePartialJson('["a\nb', { strict: true })).toStrictEqual(["a\nb"]);
    expect(parsePartialJson('["a\nb"]', { strict: true })).toStrictEqual(["a\nb"]);
    expect(parsePartialJson('["a", "\tb', { strict: true })).toStrictEqual(["a"]);
    expect(parsePartialJson('["a", "\\\n', { strict: true })).toStrictEqual(["a"]);
  });

  it("treats the names of Object.prototype as ordinary keys", () => {
    for (const text of ['{"__proto__": {"p": [1', '{"__proto__": {"p": [1, NaN, tr']) {
      const value = parsePartialJson(text);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.keys(value as object)).toStrictEqual(["__proto__"]);
    }
    expect(parsePartialJson('{"constructor": "\n", "toString": 1')).toStrictEqual({ constructor: "\n", toString: 1 });
  });

  it("raises ValueError for an integer longer than Python reads, wherever its parser would come to it", () => {
    const digits = "1".repeat(4301);
    for (const text of [digits, `[${digits}`, `[-${digits}, 2]`, `[${digits}.`, `[${digits}]]`]) {
      expect(thrownName(() => parsePartialJson(text))).toBe("ValueError");
    }
    expect(parsePartialJson(`["${digits}", 1`)).toStrictEqual([digits, 1]);
    expect(parsePartialJson(`[${digits}.5`)).toStrictEqual([Number.POSITIVE_INFINITY]);
    expect(parsePartialJson(`[${digits}e3`)).toStrictEqual([Number.POSITIVE_INFINITY]);
    expect(parsePartialJson(`[x${digits}`)).toStrictEqual([]);
    expect(parsePartialJson(`[${digits.slice(1)}`)).toStrictEqual([Number.POSITIVE_INFINITY]);
  });

  it("equals JSON.parse on every whole document", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary", maxDepth: 5 }), (text) => {
        expect(parsePartialJson(text)).toStrictEqual(JSON.parse(text));
        expect(parsePartialJson(text, { strict: true })).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  it("equals the reference's own procedure on every prefix of random documents", () => {
    const document = fc.json({ stringUnit: fc.constantFrom("a", "é", '"', "\\", "\n", "\u0001", "😀", "]") });
    fc.assert(
      fc.property(document, (text) => {
        for (let end = 0; end <= text.length; end++) expectReference(text.slice(0, end));
      }),
    );
  });

  it("equals the reference's own procedure on random mixtures of tokens", () => {
    const tokens = '{ } [ ] , : "a" "a": "b" 1 -2.5 1. 1e - 01 true nul null x \\ \\n \\u00 " \n'.split(" ");
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tokens, " "), { maxLength: 14 }), (parts) => {
        expectReference(parts.join(""));
      }),
      { numRuns: 3000 },
    );
  });

  it("equals the reference's own procedure on random brackets", () => {
    const tokens = ["[", "[", "]", "{", "}", ",", "1", '"a":', "x"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tokens), { maxLength: 10 }), (parts) => expectReference(parts.join(""))),
      { numRuns: 5000 },
    );
  });

  it("finds the end of strings that are long enough to be searched", () => {
    const piece = fc.oneof(
      fc.nat(200).map((length) => "x".repeat(length)),
      fc.constantFrom('"', "\\", "\n", "[", "é"),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), (key, value) => {
        const whole = JSON.stringify({ [key.join("")]: [value.join("")] });
        expect(parsePartialJson(`${whole.slice(0, -1)}, `)).toStrictEqual(JSON.parse(whole));
        expect(parsePartialJson(whole.slice(0, -3))).toStrictEqual(JSON.parse(whole));
      }),
    );
  });

  it.each([
    ["one long string", `{"text": "${"x".repeat(1_000_000)}`, 12],
    ["many escapes", `{"text": "${'Say \\"hello\\".\\n '.repeat(60_000)}`, 60],
    ["many records", `{"rows": [${'{"id": 12, "title": "row", "done": true}, '.repeat(25_000)}{"title": "x`, 40],
  ])("parses 1 MB cut in an escape in the time of a few JSON.parse: %s", (_shape, text, bound) => {
    // Dropping one character a parse would take a million times as long. The fastest of several runs, so that a busy
    // machine does not matter; each bound is about five times what an idle one needs.
    const closers = text.includes("[") ? '"}]}' : '"}';
    const whole = fastestMs(() => JSON.parse(text + closers));
    const cut = fastestMs(() => parsePartialJson(`${text}\\u00`));
    expect(cut / whole).toBeLessThan(bound);
  });

  it("does not recurse on depth", () => {
    const depth = 200_000;
    let value = parsePartialJson(`${'{"a":['.repeat(depth)}NaN`);
    let levels = 0;
    while (typeof value === "object" && value !== null) {
      value = Object.values(value)[0] ?? null;
      levels++;
    }
    expect(levels).toBe(2 * depth);
    expect(value).toBeNaN();
  });
});

/** The procedure in prose, one parse for each character dropped. Strict, so that JSON.parse can serve as `json.loads`. */
function referenceParse(text: string): { value: unknown } | "JSONDecodeError" {
  const whole = tryJson(text);
  if (whole) return whole;
  const characters: string[] = [];
  const closers: string[] = [];
  let isInString = false;
  let isEscaped = false;
  for (const character of text) {
    if (isInString) {
      if (character === '"' && !isEscaped) isInString = false;
      characters.push(character === "\n" && !isEscaped ? "\\n" : character);
      isEscaped = character === "\\" && !isEscaped;
      continue;
    }
    if (character === '"') isInString = true;
    else if (character === "{") closers.unshift("}");
    else if (character === "[") closers.unshift("]");
    else if ((character === "}" || character === "]") && closers.shift() !== character) return { value: null };
    characters.push(character);
  }
  if (isInString && isEscaped) characters.pop();
  if (isInString) characters.push('"');
  for (; characters.length > 0; characters.pop()) {
    const value = tryJson([...characters, ...closers].join(""));
    if (value) return value;
  }
  return "JSONDecodeError";
}

function expectReference(text: string) {
  const reference = referenceParse(text);
  if (reference === "JSONDecodeError") {
    expect(thrownName(() => parsePartialJson(text, { strict: true }))).toBe(reference);
  } else expect(parsePartialJson(text, { strict: true })).toStrictEqual(reference.value);
}

function tryJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function fastestMs(action: () => unknown): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 9; run++) {
    const start = performance.now();
    action();
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonObject, type JsonValue, mergeDicts, mergeLists, mergeObj } from "..";
import { deepFreeze } from "../test-support/deep-freeze";
import { thrownName } from "../test-support/thrown-name";

const anyObject = fc.dictionary(
  fc.constantFrom("id", "index", "type", "n", "created", "__proto__", "constructor", "toString"),
  fc.jsonValue({ maxDepth: 2 }),
  { noNullPrototype: true },
) as fc.Arbitrary<JsonObject>;

describe("mergeDicts", () => {
  it.each<[string, JsonObject[], JsonObject]>([
    ["takes absent keys", [{ a: 1 }, { b: 2 }], { a: 1, b: 2 }],
    [
      "lets null give way, on both sides",
      [
        { a: null, b: 1, c: null },
        { a: 2, b: null, c: null },
      ],
      { a: 2, b: 1, c: null },
    ],
    [
      "takes undefined for absent",
      [
        { a: undefined, b: 1 },
        { a: 2, b: undefined, c: undefined },
      ],
      { a: 2, b: 1 },
    ],
    [
      "concatenates text, names and types too",
      [
        { name: "get", type: "text" },
        { name: "get", type: "text" },
      ],
      { name: "getget", type: "texttext" },
    ],
    [
      "keeps equal ids, concatenates different ones",
      [
        { id: "a", model_provider: "x" },
        { id: "b", model_provider: "x" },
      ],
      { id: "ab", model_provider: "x" },
    ],
    ["keeps an index that LangChain made up", [{ index: "lc_1" }, { index: "zz" }], { index: "lc_1" }],
    ["concatenates any other text index", [{ index: "x" }, { index: "lc_1" }], { index: "xlc_1" }],
    [
      "adds unequal integers and keeps equal ones",
      [
        { n: 1, m: 1 },
        { n: 2, m: 1 },
      ],
      { n: 3, m: 1 },
    ],
    ["is not associative", [{ n: 1 }, { n: 2 }, { n: 3 }], { n: 3 }],
    [
      "takes the last index, created and timestamp",
      [
        { index: 0, created: 1, timestamp: 1 },
        { index: 3, created: 2, timestamp: 4 },
      ],
      { index: 3, created: 2, timestamp: 4 },
    ],
    [
      "adds unequal booleans up to 1",
      [
        { a: false, b: true },
        { a: true, b: true },
      ],
      { a: 1, b: true },
    ],
    ["keeps equal fractions", [{ p: 0.5 }, { p: 0.5 }], { p: 0.5 }],
    [
      "merges objects by the same rules at every depth",
      [{ a: { b: { index: 1, n: 1 } } }, { a: { b: { index: 2, n: 2 } } }],
      { a: { b: { index: 2, n: 3 } } },
    ],
    [
      "merges lists by index",
      [{ s: [{ index: 0, t: "a" }] }, { s: [{ index: 0, t: "b" }, 1] }],
      { s: [{ index: 0, t: "ab" }, 1] },
    ],
  ])("%s", (_behaviour, dicts, merged) => {
    const [left = {}, ...others] = deepFreeze(dicts);
    expect(mergeDicts(left, ...others)).toStrictEqual(merged);
  });

  it.each<[string, JsonObject[]]>([
    ["text with a number", [{ a: "1" }, { a: 1 }]],
    ["an integer with a fraction", [{ a: 1 }, { a: 1.5 }]],
    ["a boolean with a number", [{ a: true }, { a: 1 }]],
    ["a list with an object", [{ a: [] }, { a: {} }]],
    ["different fractions", [{ a: 0.5 }, { a: 0.25 }]],
    ["a sum of booleans with a boolean", [{ a: true }, { a: false }, { a: true }]],
  ])("raises TypeError for %s", (_values, dicts) => {
    const [left = {}, ...others] = deepFreeze(dicts);
    expect(thrownName(() => mergeDicts(left, ...others))).toBe("TypeError");
  });

  it("treats the names of Object.prototype as ordinary keys", () => {
    const left: JsonObject = deepFreeze(JSON.parse('{"__proto__": {"a": "x"}, "constructor": "c"}'));
    const right: JsonObject = deepFreeze(JSON.parse('{"__proto__": {"a": "y"}, "toString": "t"}'));
    const merged = mergeDicts(left, right);
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"a":"xy"},"constructor":"c","toString":"t"}');
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(mergeDicts({}, { hasOwnProperty: "h" })).toStrictEqual({ hasOwnProperty: "h" });
  });

  it("leaves frozen arguments alone and raises nothing but Python's errors", () => {
    fc.assert(
      fc.property(fc.array(anyObject, { minLength: 1, maxLength: 4 }), (dicts) => {
        const [left = {}, ...others] = deepFreeze(dicts);
        expect(["nothing", "TypeError", "AttributeError"]).toContain(thrownName(() => mergeDicts(left, ...others)));
      }),
    );
  });

  it("keeps an object that meets an empty one", () => {
    fc.assert(
      fc.property(anyObject, (dict) => {
        expect(mergeDicts({}, dict)).toStrictEqual(dict);
        expect(mergeDicts(dict, {})).toStrictEqual(dict);
        expect(mergeDicts(dict)).not.toBe(dict);
      }),
    );
  });

  it("concatenates text in pieces to the whole text", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (pieces) => {
        const [left = {}, ...others] = pieces.map((text) => ({ nested: { text } }));
        expect(mergeDicts(left, ...others)).toStrictEqual({ nested: { text: pieces.join("") } });
      }),
    );
  });
});

describe("mergeLists", () => {
  const text = (fields: JsonObject): JsonObject => ({ type: "text", ...fields });

  it.each<[string, (JsonValue[] | null)[], JsonValue[] | null]>([
    [
      "appends what has no index",
      [
        ["a", { t: 1 }],
        [{ t: 2 }, "b", null],
      ],
      ["a", { t: 1 }, { t: 2 }, "b", null],
    ],
    ["skips null lists", [[1], null, [2]], [1, 2]],
    ["is null if all are null", [null, null], null],
    [
      "takes the first list as it is when the left one is null",
      [null, [{ index: 0 }, { index: 0 }]],
      [{ index: 0 }, { index: 0 }],
    ],
    [
      "merges inside a list that follows an empty one",
      [
        [],
        [
          { index: 0, t: "a" },
          { index: 0, t: "b" },
        ],
      ],
      [{ index: 0, t: "ab" }],
    ],
    [
      "joins equal integer indexes, type not doubled",
      [[text({ index: 1, t: "a" })], [text({ index: 1, t: "b" })]],
      [text({ index: 1, t: "ab" })],
    ],
    [
      "joins different types at one index",
      [[text({ index: 0 })], [{ type: "reasoning", index: 0, r: "x" }]],
      [text({ index: 0, r: "x" })],
    ],
    ["does not give a type to a block without one", [[{ index: 0 }], [{ index: 0, type: "text" }]], [{ index: 0 }]],
    [
      "joins indexes that LangChain made up",
      [[{ index: "lc_1", t: "a" }], [{ index: "lc_1", t: "b" }]],
      [{ index: "lc_1", t: "ab" }],
    ],
    ["appends other text indexes", [[{ index: "0" }], [{ index: "0" }]], [{ index: "0" }, { index: "0" }]],
    [
      "appends null and fraction indexes",
      [[{ index: null }], [{ index: null }, { index: 1.5 }]],
      [{ index: null }, { index: null }, { index: 1.5 }],
    ],
    ["finds a negative index", [[{ index: -1, t: "a" }], [{ index: -1, t: "b" }]], [{ index: -1, t: "ab" }]],
    [
      "keeps different ids apart",
      [[{ index: 0, id: "a" }], [{ index: 0, id: "b" }]],
      [
        { index: 0, id: "a" },
        { index: 0, id: "b" },
      ],
    ],
    [
      "joins where either id is missing or empty",
      [
        [{ index: 0, id: "", t: "a" }],
        [
          { index: 0, id: "b", t: "b" },
          { index: 0, t: "c" },
        ],
      ],
      [{ index: 0, id: "b", t: "abc" }],
    ],
    [
      "compares ids by value",
      [[{ index: 0, id: ["a"], t: "x" }], [{ index: 0, id: ["b"] }]],
      [
        { index: 0, id: ["a"], t: "x" },
        { index: 0, id: ["b"] },
      ],
    ],
    [
      "takes the first of two targets",
      [
        null,
        [
          { index: 0, t: "a" },
          { index: 0, t: "b" },
        ],
        [{ index: 0, t: "c" }],
      ],
      [
        { index: 0, t: "ac" },
        { index: 0, t: "b" },
      ],
    ],
    [
      "joins ids that are equal objects",
      [[{ index: 0, id: { a: "x" }, t: "a" }], [{ index: 0, id: { a: "x" }, t: "b" }]],
      [{ index: 0, id: { a: "xx" }, t: "ab" }],
    ],
    [
      "keeps ids apart where one object has more keys",
      [[{ index: 0, id: { a: 1 } }], [{ index: 0, id: { a: 1, b: 1 } }]],
      [
        { index: 0, id: { a: 1 } },
        { index: 0, id: { a: 1, b: 1 } },
      ],
    ],
    [
      "merges a non-standard block as any other where the target has no type",
      [[{ index: 0 }], [{ type: "non_standard", index: 0, value: { a: 1 } }]],
      [{ index: 0, value: { a: 1 } }],
    ],
    [
      "takes NaN for a type, as Python does",
      [[{ type: Number.NaN, index: 0 }], [{ type: "non_standard", index: 0, value: { a: 1 } }]],
      [{ type: Number.NaN, index: 0, extras: { a: 1 } }],
    ],
    [
      "puts a non-standard block into extras",
      [[text({ index: 0 })], [{ type: "non_standard", index: 0, id: "i", value: { type: "x", a: 1 } }]],
      [text({ index: 0, extras: { a: 1 } })],
    ],
    [
      "joins the values of non-standard blocks",
      [
        [{ type: "non_standard", index: 0, value: { a: "x" } }],
        [{ type: "non_standard", index: 0, id: "i", value: { type: "t", a: "y" } }],
      ],
      [{ type: "non_standard", index: 0, value: { a: "xy" } }],
    ],
    [
      "passes by texts and lists without the word index",
      [["a", ["b"], { index: 0, t: "a" }], [{ index: 0, t: "b" }]],
      ["a", ["b"], { index: 0, t: "ab" }],
    ],
  ])("%s", (_behaviour, lists, merged) => {
    const [left = null, ...others] = deepFreeze(lists);
    expect(mergeLists(left, ...others)).toStrictEqual(merged);
  });

  it("takes true for 1, as Python does", () => {
    expect(thrownName(() => mergeLists([{ index: 1 }], [{ index: true }]))).toBe("TypeError");
    expect(mergeLists([{ index: true, t: "a" }], [{ index: true, t: "b" }])).toStrictEqual([{ index: true, t: "ab" }]);
  });

  it.each<[string, string, JsonValue[], JsonValue[]]>([
    ["TypeError", "a number in the list", [1], [{ index: 0 }]],
    ["TypeError", "null in the list", [{ index: 0 }, null], [{ index: 0 }]],
    ["TypeError", "a text with the word index", ["my index"], [{ index: 0 }]],
    ["TypeError", "a list with the word index", [["index"]], [{ index: 0 }]],
    [
      "AttributeError",
      "a non-standard value that is no object",
      [{ type: "text", index: 0 }],
      [{ type: "non_standard", index: 0, value: "x" }],
    ],
  ])("raises %s for %s", (name, _values, left, right) => {
    expect(thrownName(() => mergeLists(deepFreeze(left), deepFreeze(right)))).toBe(name);
  });

  it("leaves frozen arguments alone and raises nothing but Python's errors", () => {
    const list = fc.option(fc.array(fc.oneof(anyObject, fc.jsonValue({ maxDepth: 1 })), { maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(list as fc.Arbitrary<JsonValue[] | null>, { maxLength: 4 }), (lists) => {
        const [left = null, ...others] = deepFreeze(lists);
        expect(["nothing", "TypeError", "AttributeError"]).toContain(thrownName(() => mergeLists(left, ...others)));
      }),
    );
  });
});

describe("mergeObj", () => {
  it.each<[JsonValue | undefined, JsonValue | undefined, JsonValue]>([
    [null, null, null],
    [undefined, "a", "a"],
    ["a", null, "a"],
    ["a", "b", "ab"],
    [{ a: "x" }, { a: "y" }, { a: "xy" }],
    [[1], [2], [1, 2]],
    [1, 1, 1],
    [true, true, true],
  ])("merges %j with %j to %j", (left, right, merged) => {
    expect(mergeObj(deepFreeze(left), deepFreeze(right))).toStrictEqual(merged);
  });

  it.each<[string, JsonValue, JsonValue]>([
    ["ValueError", 1, 2],
    ["ValueError", true, false],
    ["TypeError", 1, true],
    ["TypeError", 1, 1.5],
    ["TypeError", "a", []],
  ])("raises %s for %j with %j", (name, left, right) => {
    expect(thrownName(() => mergeObj(left, right))).toBe(name);
  });
});

import fc from "fast-check";

/** A value that JSON can hold. */
type JsonDocument = null | boolean | number | string | JsonDocument[] | { [key: string]: JsonDocument };

/** Strings with what breaks parsers: escapes, control characters, surrogate pairs, lone surrogates, names of prototypes. */
const awkwardString: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 24 }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "\\",
      '"',
      "\\u0041",
      "\n\t\b",
      "__proto__",
      "constructor",
      "🧺",
      "\ud83e",
      "\u2028",
    ),
  },
);

const awkwardNumber = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.constantFrom(0, -1, 1e21, 1e-7, 5e-324, Number.MAX_SAFE_INTEGER),
);

/** JSON documents: any value at the top, awkward keys and strings, a few levels deep. */
export const jsonDocument: fc.Arbitrary<JsonDocument> = fc.letrec<{ value: JsonDocument }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, false),
    awkwardNumber,
    awkwardString,
    fc.array(tie("value"), { maxLength: 6 }),
    fc.array(fc.tuple(awkwardString, tie("value")), { maxLength: 6 }).map(asObject),
  ),
})).value;

/** JSON documents with an object at the top, as tool arguments are. */
export const jsonObject: fc.Arbitrary<{ [key: string]: JsonDocument }> = fc
  .array(fc.tuple(awkwardString, jsonDocument), { maxLength: 6 })
  .map(asObject);

/** A document as JSON text, compact or indented, as models write it. */
export const jsonText: fc.Arbitrary<string> = fc
  .tuple(jsonDocument, fc.constantFrom(undefined, 1, 2, "\t"))
  .map(([document, indent]) => JSON.stringify(document, null, indent));

/** `__proto__` has to become an ordinary own key, as `JSON.parse` makes it. */
function asObject(entries: readonly (readonly [string, JsonDocument])[]): { [key: string]: JsonDocument } {
  return Object.fromEntries(entries);
}

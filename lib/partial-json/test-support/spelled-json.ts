import fc from "fast-check";

/** JSON texts as models write them and as nobody would: any escape, number form and white space, own keys of any name. */
export type SpelledJsonOptions = {
  /** A key may come twice in an object. */
  readonly hasRepeatedKeys: boolean;
};

const space = fc.stringMatching(/^[ \t\n\r]{0,2}$/);

const character = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("a", "Z", " ", "é", "漢", "🚀", "{", "]", ",", ":", "/", "\u2028", "\u007f"),
  },
  { weight: 4, arbitrary: fc.constantFrom('\\"', "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t") },
  { weight: 3, arbitrary: fc.constantFrom("\\u00e9", "\\u4E2d", "\\u0000", "\\ud83d\\ude80", "\ud83d\\ude80") },
  { weight: 1, arbitrary: fc.constantFrom("\\ud83d", "\\ude80", "\ud83d", "\ude80") },
);

const stringText = fc.array(character, { maxLength: 12 }).map((characters) => `"${characters.join("")}"`);

const numberText = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.constantFrom("0", "-0", "-0.0", "0.5e-3", "1E+2", "1e5", "1e999", "-12.50", "123456789012345678901234567890"),
);

const literalText = fc.constantFrom("true", "false", "null");

const keyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('"a"', '"b"', '"0"', '"10"', '""') },
  { weight: 1, arbitrary: fc.constantFrom('"__proto__"', '"constructor"', '"toString"', '"\\u0061"') },
  { weight: 1, arbitrary: stringText },
);

function spaced(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(space, text, space).map((parts) => parts.join(""));
}

export function spelledJson(options: SpelledJsonOptions): fc.Arbitrary<string> {
  return fc.letrec<{ value: string }>((tie) => {
    const items = fc.array(tie("value"), { maxLength: 5 });
    const entries = fc.array(fc.tuple(keyText, space, tie("value")), { maxLength: 5 });
    const scalar = fc.oneof(stringText, numberText, literalText);
    const array = items.map((texts) => `[${texts.join(",")}]`);
    const object = entries.map((pairs) => {
      const seen = new Set<unknown>();
      const kept = pairs.filter(([key]) => {
        const name: unknown = JSON.parse(key);
        if (seen.has(name) && !options.hasRepeatedKeys) return false;
        seen.add(name);
        return true;
      });
      return `{${kept.map(([key, gap, value]) => `${key}${gap}:${value}`).join(",")}}`;
    });
    return { value: spaced(fc.oneof({ maxDepth: 4, depthSize: "small" }, scalar, array, object, object)) };
  }).value;
}

/** A text with a few characters removed, doubled or replaced: sometimes still JSON, mostly not. */
export function damaged(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const junk = fc.constantFrom(
    "",
    '"',
    "\\",
    "\\u",
    "{",
    "]",
    "}",
    ",",
    ":",
    "0",
    "-",
    ".",
    "e",
    "\n",
    "\u0001",
    "x",
    "NaN",
  );
  const damage = fc.tuple(fc.nat(), fc.nat({ max: 2 }), junk);
  return fc.tuple(texts, fc.array(damage, { minLength: 1, maxLength: 3 })).map(([text, damages]) => {
    let result = text;
    for (const [place, length, insertion] of damages) {
      const start = place % (result.length + 1);
      result = result.slice(0, start) + insertion + result.slice(start + length);
    }
    return result;
  });
}

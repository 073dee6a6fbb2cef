import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addUsage, type JsonValue, subtractUsage, type UsageMetadata } from "..";
import { deepFreeze } from "../test-support/deep-freeze";
import { thrownName } from "../test-support/thrown-name";

const ZERO = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
const ONE: UsageMetadata = deepFreeze({ input_tokens: 1, output_tokens: 2, total_tokens: 3 });

const anyUsage: fc.Arbitrary<UsageMetadata> = fc.record(
  {
    input_tokens: fc.nat(),
    output_tokens: fc.nat(),
    total_tokens: fc.nat(),
    input_token_details: fc.dictionary(fc.constantFrom("audio", "cache_read", "flex", "__proto__"), fc.nat()),
  },
  { requiredKeys: ["input_tokens", "output_tokens", "total_tokens"] },
);

/** A usage with a value that no provider should send. */
const withExtra = (extra: JsonValue): UsageMetadata => deepFreeze({ ...ONE, extra });

describe("addUsage", () => {
  it("is zero if there is none", () => {
    expect(addUsage(null, undefined)).toStrictEqual(ZERO);
    expect(addUsage(null, {} as UsageMetadata)).toStrictEqual(ZERO);
  });

  it("returns the other as it is if one is missing or empty", () => {
    const odd = withExtra("text");
    expect(addUsage(odd, null)).toBe(odd);
    expect(addUsage({} as UsageMetadata, odd)).toBe(odd);
  });

  it("adds totals, details and a provider's own counts, missing ones being 0", () => {
    const left = deepFreeze({ ...ONE, input_token_details: { audio: 1 }, requests: 1 });
    const right = deepFreeze({ ...ONE, input_token_details: { flex: 2 }, output_token_details: { reasoning: 5 } });
    expect(addUsage(left, right)).toStrictEqual({
      input_tokens: 2,
      output_tokens: 4,
      total_tokens: 6,
      input_token_details: { audio: 1, flex: 2 },
      output_token_details: { reasoning: 5 },
      requests: 1,
    });
  });

  it("counts booleans, as Python does", () => {
    expect(addUsage(withExtra(true), withExtra(true))).toMatchObject({ extra: 2 });
  });

  it.each<JsonValue>([0.5, null, "1", [1], { a: 0.5 }])("raises ValueError for %j", (extra) => {
    expect(thrownName(() => addUsage(withExtra(extra), ONE))).toBe("ValueError");
    expect(thrownName(() => addUsage(ONE, withExtra(extra)))).toBe("ValueError");
  });

  it("raises ValueError where an object meets an integer", () => {
    expect(thrownName(() => addUsage(withExtra({ a: 1 }), withExtra(1)))).toBe("ValueError");
  });

  it("raises ValueError past a depth of 100", () => {
    const nest = (depth: number): JsonValue => (depth === 0 ? 1 : { a: nest(depth - 1) });
    expect(thrownName(() => addUsage(withExtra(nest(99)), withExtra(nest(99))))).toBe("nothing");
    expect(thrownName(() => addUsage(withExtra(nest(100)), withExtra(nest(100))))).toBe("ValueError");
  });

  it("is commutative and undone by subtraction", () => {
    fc.assert(
      fc.property(anyUsage, anyUsage, (left, right) => {
        const sum = addUsage(deepFreeze(left), deepFreeze(right));
        expect(sum).toEqual(addUsage(right, left));
        expect(subtractUsage(sum, right)).toMatchObject({ ...left });
      }),
    );
  });
});

describe("subtractUsage", () => {
  it("never goes below 0", () => {
    const right = deepFreeze({ input_tokens: 5, output_tokens: 1, total_tokens: 6, input_token_details: { audio: 1 } });
    expect(subtractUsage(ONE, right)).toStrictEqual({
      input_tokens: 0,
      output_tokens: 1,
      total_tokens: 0,
      input_token_details: { audio: 0 },
    });
  });

  it("returns the other as it is if one is missing, as the reference does", () => {
    expect(subtractUsage(null, ONE)).toBe(ONE);
  });
});

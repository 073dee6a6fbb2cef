import { describe, expect, it } from "vitest";
import { contextShare, costOf, factsOf } from "./usage-cost";

const TABLE = {
  "small-1": { context_tokens: 1_000, price: { currency: "USD", input: 1, output: 10, cached_input: 0.1 } },
  "small-1-pro": { price: { currency: "EUR", input: 2, output: 20 } },
};
const USAGE = {
  input_tokens: 200_000,
  output_tokens: 1_000,
  total_tokens: 201_000,
  input_token_details: { cache_read: 100_000 },
};

describe("the price table", () => {
  it("finds a model by its name and by the longest beginning of it, and no other", () => {
    expect(factsOf("small-1", TABLE)).toBe(TABLE["small-1"]);
    expect(factsOf("small-1-2026-05", TABLE)).toBe(TABLE["small-1"]);
    expect(factsOf("small-1-pro-x", TABLE)).toBe(TABLE["small-1-pro"]);
    expect(factsOf("large", TABLE)).toBeUndefined();
    expect(factsOf("constructor", TABLE)).toBeUndefined();
    expect(factsOf(undefined, TABLE)).toBeUndefined();
  });

  it("counts cached tokens at their own price, or as the others where there is none", () => {
    expect(costOf(USAGE, TABLE["small-1"])?.amount).toBeCloseTo(0.1 + 0.01 + 0.01);
    expect(costOf(USAGE, TABLE["small-1-pro"])).toEqual({ amount: 0.42, currency: "EUR" });
    expect(costOf(USAGE, {})).toBeUndefined();
  });

  it("says how full the context is, never more than full", () => {
    expect(contextShare({ input_tokens: 200, output_tokens: 50, total_tokens: 250 }, TABLE["small-1"])).toBe(0.25);
    expect(contextShare(USAGE, TABLE["small-1"])).toBe(1);
    expect(contextShare(USAGE, TABLE["small-1-pro"])).toBeUndefined();
  });
});

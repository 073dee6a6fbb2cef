import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonResult } from "./json-result";

describe("jsonResult", () => {
  it("passes every JSON value as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonResult(value)).toEqual({ type: "success", value: JSON.parse(JSON.stringify(value)) });
      }),
    );
  });

  it("makes null of nothing, and leaves out properties that are undefined", () => {
    expect(jsonResult(undefined)).toEqual({ type: "success", value: null });
    expect(jsonResult({ a: undefined, b: 1 })).toEqual({ type: "success", value: { b: 1 } });
  });

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  it.each([
    ["a function", { a: [() => 1] }, "result.a[0] is a function"],
    ["a bigint", { a: 1n }, "result.a is a bigint"],
    ["a date", { when: new Date(0) }, "result.when is not a plain object"],
    ["a map", new Map(), "result is not a plain object"],
    ["not a number", [Number.NaN], "result[0] is NaN"],
    ["a cycle", cycle, "contains itself"],
    [
      "a getter that throws",
      {
        get a() {
          throw new Error("no such thing");
        },
      },
      "no such thing",
    ],
  ])("refuses %s and says where", (_name, value, reason) => {
    expect(jsonResult(value)).toMatchObject({ type: "failure", code: "tool_output_invalid" });
    expect(jsonResult(value)).toMatchObject({ message: expect.stringContaining(reason) });
  });

  it("makes null of a hole in a list", () => {
    const list = [1];
    list[2] = 3;
    expect(jsonResult(list)).toEqual({ type: "success", value: [1, null, 3] });
    const long: number[] = [];
    long[4_000_000_000] = 1;
    expect(jsonResult(long)).toMatchObject({ code: "too_large" });
  });

  it("refuses what shares its parts so often that it would be large, without writing it out", () => {
    let value: unknown = 1;
    for (let level = 0; level < 150; level += 1) value = { a: value, b: value };
    expect(jsonResult(value, 10_000)).toMatchObject({ type: "failure", code: "too_large" });
  });

  it("refuses what is larger than its bound", () => {
    expect(jsonResult("x".repeat(98), 100).type).toBe("success");
    expect(jsonResult("x".repeat(99), 100)).toMatchObject({ type: "failure", code: "too_large" });
  });
});

import { describe, expect, test } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import { toErrorData } from "./error-data";

const withFields = (message: string, fields: object) => Object.assign(new Error(message), fields);

describe("toErrorData", () => {
  test.each([
    ["our own error", new ToolweaveError("model_key_missing", "Set X."), "model_key_missing"],
    [
      "our own error, wrapped",
      new Error("outer", { cause: new ToolweaveError("model_key_missing", "Set X.") }),
      "model_key_missing",
    ],
    [
      "an overload inside a stream (Anthropic)",
      withFields("x", { error: { type: "error", error: { type: "overloaded_error" } } }),
      "provider_overloaded",
    ],
    ["a quota (OpenAI)", withFields("x", { status: 429, type: "insufficient_quota" }), "provider_rate_limited"],
    ["a wrong key (Gemini)", withFields("[400] API_KEY_INVALID", { status: 400 }), "model_key_refused"],
    ["a wrapped refusal", new Error("middleware", { cause: withFields("no", { status: 401 }) }), "model_key_refused"],
    ["several failures", new AggregateError([withFields("no", { status: 529 })], "many"), "provider_overloaded"],
    [
      "a server that is not there",
      new TypeError("fetch failed", { cause: withFields("", { code: "ECONNREFUSED" }) }),
      "provider_error",
    ],
    ["something of the graph's own", new RangeError("out of range"), "internal"],
    ["something that is no error", "just text", "internal"],
    ["nothing", undefined, "internal"],
  ])("tells %s by its code", (_, error, code) => {
    expect(toErrorData(error, false)).toMatchObject({ code, error: expect.any(String), message: expect.any(String) });
  });

  test("tells a connection that broke in the middle from one that never was", () => {
    expect(toErrorData(new TypeError("terminated"), true).code).toBe("provider_cut_off");
    expect(toErrorData(new TypeError("terminated"), false).code).toBe("provider_error");
  });

  test("quotes at most 300 characters, on one line", () => {
    const { message } = toErrorData(new Error(`a\n${"b".repeat(5000)}`), false);
    expect(message).toHaveLength(301);
    expect(message).not.toContain("\n");
  });
});

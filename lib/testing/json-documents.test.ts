import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonDocument, jsonObject, jsonText } from "@/lib/testing";

test("documents survive JSON unchanged, with __proto__ as an ordinary key", () => {
  let withProto = 0;
  fc.assert(
    fc.property(fc.oneof(jsonDocument, jsonObject), (document) => {
      const text = JSON.stringify(document);
      if (text.includes('"__proto__":')) withProto += 1;
      expect(JSON.stringify(JSON.parse(text))).toBe(text);
    }),
    { numRuns: 500, seed: 1 },
  );
  expect(withProto).toBeGreaterThan(0);
});

test("texts are JSON", () => {
  fc.assert(fc.property(jsonText, (text) => JSON.parse(text) !== undefined));
});

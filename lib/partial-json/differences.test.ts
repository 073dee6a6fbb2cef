// The table of docs/invariants.md: where the view differs from what LangChain makes of the same text, and nowhere else.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePartialJson } from "@/lib/langchain";
import { jsonText } from "@/lib/testing";
import { createPartialJson, type JsonValue } from ".";
import { type Difference, expectedView } from "./test-support/expected-view";
import { isSameJson } from "./test-support/json-parts";
import { soundOracle } from "./test-support/sound-oracle";
import { damaged, spelledJson } from "./test-support/spelled-json";

const VECTORS = join(import.meta.dirname, "../../../shared/vectors/partial_json.jsonl");
const INVARIANTS = join(import.meta.dirname, "../../docs/invariants.md");

/** Each way to differ at least once, and texts that look as if they differed. */
const ownTexts = [
  "",
  "t",
  "[-",
  '{"a":1}',
  '{"a":"x\\',
  '{"a":"x\\u00',
  '{"a":"\\ud83d',
  '{"a":"\ud83d',
  '{"a":"\\ud83d\\ude0',
  '{"a":"C:\\W',
  '{"a":"C:\\Work","b":1',
  '{"\\W":1',
  "[1]]",
  "[1,}",
  '{"a":1} x',
  '{"a":1}{"b":2}',
  "[NaN",
  '{"a":-Infinity,',
  '{"a":01',
  '{"a":1 "b":2',
  '["a\nb',
  "[1.,2",
  "abc",
  '"\\u12',
  "[-x",
];

describe("the view beside the reference", () => {
  it("is the reference's value of the text without what is held back or cannot be read, wherever a text is cut", () => {
    const texts = fc.oneof(jsonText, spelledJson({ hasRepeatedKeys: true }));
    fc.assert(
      fc.property(soundOracle(fc.oneof(texts, damaged(texts))), fc.nat(), (text, cut) => {
        const start = text.slice(0, cut % (text.length + 1));
        differenceOf(start, () => reference(start));
      }),
      { numRuns: process.env.CI === undefined ? 500 : 3000 },
    );
  });

  it("differs from the reference in each way that the table lists, and in no other", () => {
    const seen = ownTexts.map((text) => differenceOf(text, () => reference(text)));
    expect(sorted(seen)).toEqual(sorted(rowsOfTable()));
  });

  const lines = existsSync(VECTORS) ? readFileSync(VECTORS, "utf8").split("\n").filter(Boolean) : [];
  it.skipIf(lines.length === 0)(
    "differs from the recorded results of the reference in no way that the table lacks",
    () => {
      type Vector = { in: { s: string; strict?: boolean }; out?: JsonValue; error?: string };
      const vectors = lines.map((line): Vector => JSON.parse(line)).filter((vector) => vector.in.strict !== true);
      const counts = new Map<Difference | "equal", number>();
      for (const { in: input, out, error } of vectors) {
        const row = differenceOf(input.s, () => {
          if (error !== undefined || out === undefined) throw new Error(error);
          return revived(out);
        });
        counts.set(row ?? "equal", (counts.get(row ?? "equal") ?? 0) + 1);
      }
      console.info(`partial_json vectors: ${JSON.stringify(Object.fromEntries(counts))}`);
      expect(vectors.length).toBeGreaterThan(5000);
      expect(rowsOfTable()).toEqual(expect.arrayContaining([...counts.keys()].filter((row) => row !== "equal")));
    },
  );
});

/** Checks the view against what it has to be; the row of the table if that is not what the reference says. */
function differenceOf(text: string, readReference: () => JsonValue): Difference | undefined {
  const partial = createPartialJson();
  partial.feed(text);
  const { value, differences } = expectedView(text, reference);
  expect(isSameJson(positiveZeros(partial.value), positiveZeros(value)), JSON.stringify(text)).toBe(true);
  let recorded: JsonValue | undefined;
  try {
    recorded = readReference();
  } catch {
    if (differences.length === 0) throw new Error(`the reference raises for no listed reason: ${JSON.stringify(text)}`);
    return differences[0];
  }
  if (isSameJson(positiveZeros(partial.value), positiveZeros(recorded))) return undefined;
  expect(differences, JSON.stringify(text)).not.toEqual([]);
  return differences[0];
}

function reference(text: string): JsonValue {
  // Its own type is the readonly one of the same values.
  return parsePartialJson(text, { strict: false }) as JsonValue;
}

function rowsOfTable(): Difference[] {
  const rows = readFileSync(INVARIANTS, "utf8").matchAll(/^\| `([a-z-]+)` \|/gm);
  return [...rows].map((row) => row[1] as Difference);
}

function sorted(rows: readonly (Difference | undefined)[]): string[] {
  return [...new Set(rows)].filter((row) => row !== undefined).sort();
}

/** Python has no integer -0; the reference's numbers are compared as numbers. */
function positiveZeros(value: JsonValue | undefined): JsonValue | undefined {
  return value === undefined ? undefined : mapNumbers(value, (number) => (number === 0 ? 0 : number));
}

/** `{ $nonfinite: "NaN" }` back to the number it stands for. */
function revived(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value) && Object.hasOwn(value, "$nonfinite")) return Number(value.$nonfinite);
  return mapParts(value, revived);
}

function mapNumbers(value: JsonValue, map: (number: number) => number): JsonValue {
  if (typeof value === "number") return map(value);
  return mapParts(value, (part) => mapNumbers(part, map));
}

function mapParts(value: JsonValue, map: (part: JsonValue) => JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(map);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, map(part)]));
}

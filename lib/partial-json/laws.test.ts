// One property test for each law of `createPartialJson`, on random texts and random cuts.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonText, randomCuts } from "@/lib/testing";
import { createPartialJson, type JsonPath, type JsonValue, type PartialJson, type PathState } from ".";
import { WIDE_ARRAY_LENGTH } from "./open-container";
import { isSameJson, partAt, pathsIn, typeOf } from "./test-support/json-parts";
import { soundOracle } from "./test-support/sound-oracle";
import { damaged, spelledJson } from "./test-support/spelled-json";

const runs = { numRuns: process.env.CI === undefined ? 200 : 1000 };
const seed = fc.nat();
const anyText = soundOracle(fc.oneof(jsonText, spelledJson({ hasRepeatedKeys: true })));
const plainText = soundOracle(fc.oneof(jsonText, spelledJson({ hasRepeatedKeys: false })));

describe("the laws of the growing value", () => {
  it("1: at the end the value equals JSON.parse of the whole, and error is set exactly where that throws", () => {
    const check = (text: string, cuts: number) => {
      const partial = createPartialJson();
      for (const piece of randomCuts(text, cuts)) partial.feed(piece);
      partial.finish();
      const whole = parsed(text);
      expect(partial.error === undefined).toBe(whole !== undefined);
      if (whole === undefined) return;
      expect(isSameJson(partial.value, whole)).toBe(true);
      expect(partial.isComplete).toBe(true);
    };
    fc.assert(fc.property(fc.oneof(anyText, soundOracle(damaged(anyText))), seed, check), runs);
  });

  it("2: value, error and states after any text are the same however the text was cut", () => {
    const bounds = { maxDepth: 4, maxBytes: 90 };
    const check = (text: string, cuts: number) => {
      const cut = createPartialJson(bounds);
      let read = "";
      for (const piece of randomCuts(text, cuts)) {
        cut.feed(piece);
        read += piece;
        const whole = createPartialJson(bounds);
        whole.feed(read);
        expect(isSameJson(cut.value, whole.value)).toBe(true);
        expect([cut.error, cut.isComplete]).toEqual([whole.error, whole.isComplete]);
        for (const path of pathsIn(whole.value)) expect(cut.stateAt(path)).toBe(whole.stateAt(path));
      }
    };
    fc.assert(fc.property(fc.oneof(anyText, soundOracle(damaged(anyText))), seed, check), runs);
  });

  it("3: strings, arrays and objects only grow at their end, and no type changes", () => {
    const check = (text: string, cuts: number) => {
      for (const { before, after, stateBefore } of stepsOf(text, cuts)) {
        for (const path of pathsIn(before)) {
          const [old, now] = [partAt(before, path), partAt(after, path)];
          expect(typeOf(now)).toBe(typeOf(old));
          if (stateBefore(path) === "complete") expect(now).toBe(old);
          if (typeof old === "string") expect(String(now).startsWith(old)).toBe(true);
          // Every item or key but one is complete, and so is compared above.
          const children = pathsIn(old).filter((child) => child.length === 1);
          const growing = children.filter((child) => stateBefore([...path, ...child]) === "growing");
          expect(growing.length).toBeLessThanOrEqual(1);
          if (Array.isArray(old) && growing.length === 1) expect(growing[0]).toEqual([old.length - 1]);
        }
      }
    };
    fc.assert(fc.property(plainText, seed, check), runs);
  });

  it("3: a repeated key keeps its value until the new one begins, and then shows the new one", () => {
    const check = (first: string, second: string) => {
      const partial = createPartialJson();
      const alone = createPartialJson();
      partial.feed(`{"b":0,"a":${first},"a":`);
      for (const piece of randomCuts(second, 0, 1)) {
        partial.feed(piece);
        alone.feed(piece);
        const expected = alone.value === undefined ? JSON.parse(first) : alone.value;
        expect(isSameJson(partAt(partial.value, ["a"]), expected)).toBe(true);
        const isOpen = alone.value !== undefined && alone.stateAt([]) === "growing";
        expect(partial.stateAt(["a"])).toBe(isOpen ? "growing" : "complete");
        expect(isSameJson(partAt(partial.value, ["b"]), 0)).toBe(true);
      }
    };
    fc.assert(fc.property(plainText, plainText, check), runs);
  });

  it("4: literals appear whole or not at all", () => {
    const check = (text: string, cuts: number) => {
      const whole: JsonValue = JSON.parse(text);
      for (const { after } of stepsOf(text, cuts)) {
        for (const path of pathsIn(after)) {
          const part = partAt(after, path);
          if (typeof part === "boolean" || part === null) expect(part).toBe(partAt(whole, path));
        }
      }
    };
    fc.assert(fc.property(plainText, seed, check), runs);
  });

  it("4: a number at the end of the text is shown as far as it is one, and is growing until it is closed", () => {
    const numbers = fc.constantFrom("0", "-0", "-12.50", "1e5", "1.5E-3", "-1e+10", "12345678901234567890", "1e999");
    const check = (number: string) => {
      for (let length = 1; length <= number.length; length++) {
        const start = number.slice(0, length);
        const shown = longestNumber(start);
        const partial = createPartialJson();
        partial.feed(`[${start}`);
        expect(isSameJson(partial.value, shown === undefined ? [] : [shown])).toBe(true);
        expect(partial.stateAt([0])).toBe(shown === undefined ? "absent" : "growing");
        partial.feed(number.slice(length));
        partial.feed(" ");
        expect(isSameJson(partial.value, [Number(number)])).toBe(true);
        expect(partial.stateAt([0])).toBe("complete");
      }
    };
    fc.assert(
      fc.property(fc.oneof(numbers, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)), check),
      runs,
    );
  });

  it("5: a part that did not change is the same reference in the next snapshot", () => {
    const check = (text: string, cuts: number) => {
      for (const { before, after, partial } of stepsOf(text, cuts)) {
        expect(partial.value).toBe(after);
        for (const path of pathsIn(before)) {
          const [old, now] = [partAt(before, path), partAt(after, path)];
          if (isSameJson(old, now)) expect(now).toBe(old);
        }
      }
    };
    fc.assert(
      fc.property(fc.oneof(plainText, soundOracle(damaged(plainText)).filter(hasNoRepeatedKeys)), seed, check),
      runs,
    );
  });

  it("6: strings are shown as starts of what they become, without half a pair, and nothing disappears", () => {
    const check = (text: string, cuts: number) => {
      const whole: JsonValue = JSON.parse(text);
      for (const { before, after } of stepsOf(text, cuts)) {
        for (const path of pathsIn(before)) expect(partAt(after, path)).not.toBeUndefined();
        for (const path of pathsIn(after)) {
          const part = partAt(after, path);
          if (typeof part !== "string") continue;
          const end = String(partAt(whole, path));
          expect(end.startsWith(part)).toBe(true);
          // A half that stays alone is shown like any character.
          const rest = end.slice(part.length);
          expect(/[\ud800-\udbff]$/.test(part) && /^[\udc00-\udfff]/.test(rest)).toBe(false);
        }
      }
    };
    fc.assert(fc.property(plainText, seed, check), runs);
  });

  it("6: nothing disappears from a text that is not JSON either", () => {
    const check = (text: string, cuts: number) => {
      for (const { before, after } of stepsOf(text, cuts)) {
        for (const path of pathsIn(before)) {
          const [old, now] = [partAt(before, path), partAt(after, path)];
          expect(now).not.toBeUndefined();
          if (typeof old === "string") expect(String(now).startsWith(old)).toBe(true);
        }
      }
    };
    fc.assert(fc.property(soundOracle(damaged(plainText)).filter(hasNoRepeatedKeys), seed, check), runs);
  });

  it("7: each path goes from absent over growing to complete, and is absent exactly while the value lacks it", () => {
    const rank = { absent: 0, growing: 1, complete: 2 };
    const check = (text: string, cuts: number) => {
      const whole: JsonValue = JSON.parse(text);
      for (const { after, stateBefore, stateAfter } of stepsOf(text, cuts)) {
        for (const path of pathsIn(whole)) {
          const state = stateAfter(path);
          expect(rank[state]).toBeGreaterThanOrEqual(rank[stateBefore(path)]);
          expect(state === "absent").toBe(partAt(after, path) === undefined);
          if (state === "complete") expect(isSameJson(partAt(after, path), partAt(whole, path))).toBe(true);
          expect(stateAfter([...path, "no such key"])).toBe("absent");
        }
      }
      const partial = createPartialJson();
      partial.feed(text);
      partial.finish();
      for (const path of pathsIn(whole)) expect(partial.stateAt(path)).toBe("complete");
    };
    fc.assert(fc.property(plainText, seed, check), runs);
  });

  it("8: the names of Object.prototype are ordinary own keys, shown while they grow", () => {
    const names = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype));
    const check = (name: string, text: string, cuts: number) => {
      const partial = createPartialJson();
      partial.feed(`{"first":{"${name}":`);
      for (const piece of randomCuts(text, cuts)) {
        partial.feed(piece);
        const shown = partial.value;
        const first = partAt(shown, ["first"]) as object;
        expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
        expect(Object.hasOwn(first, name)).toBe(partial.stateAt(["first", name]) !== "absent");
      }
      partial.feed("}}");
      expect(isSameJson(partAt(partial.value, ["first", name]), JSON.parse(text))).toBe(true);
      expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("first");
    };
    fc.assert(fc.property(names, plainText, seed, check), runs);
  });

  it("9: a text past the depth or the number of bytes sets error, keeps its value and is read no further", () => {
    const check = (text: string, maxDepth: number, maxBytes: number, cuts: number) => {
      const partial = createPartialJson({ maxDepth, maxBytes });
      for (const piece of randomCuts(text, cuts)) partial.feed(piece);
      partial.finish();
      const inOnePiece = createPartialJson({ maxDepth, maxBytes });
      inOnePiece.feed(text);
      inOnePiece.finish();
      expect([partial.value, partial.error]).toEqual([inOnePiece.value, inOnePiece.error]);
      const isWithin = depthOf(JSON.parse(text)) <= maxDepth && utf8Length(text) <= maxBytes;
      expect(partial.error === undefined).toBe(isWithin);
      if (!isWithin)
        expect(partial.error).toMatch(/^(nested deeper than \d+ levels|longer than \d+ bytes) at character \d+$/);
      const shown = partial.value;
      partial.feed(text);
      expect(partial.value).toBe(shown);
    };
    fc.assert(fc.property(anyText, fc.nat({ max: 5 }), fc.nat({ max: 150 }), seed, check), runs);
  });

  it("10: a snapshot makes new containers only along the open path", () => {
    const check = (text: string, cuts: number) => {
      for (const { before, after, stateBefore, stateAfter } of stepsOf(text, cuts)) {
        for (const path of pathsIn(before)) {
          const [old, now] = [partAt(before, path), partAt(after, path)];
          if (now !== old) expect([stateBefore(path), typeOf(old)]).toContain("growing");
          if (stateAfter(path) === "complete" && stateBefore(path) === "complete") expect(now).toBe(old);
        }
      }
    };
    fc.assert(fc.property(plainText, seed, check), runs);
  });

  it("10: depth costs no call stack, and a wide array no copy for each snapshot", () => {
    const depth = 200_000;
    const deep = createPartialJson({ maxDepth: depth });
    deep.feed("[".repeat(depth));
    expect(deep.stateAt(new Array(depth - 1).fill(0))).toBe("growing");
    expect(partAt(deep.value, new Array(depth - 1).fill(0))).toEqual([]);
    deep.feed("]".repeat(depth));
    expect([deep.isComplete, deep.error]).toEqual([true, undefined]);

    const length = 20 * WIDE_ARRAY_LENGTH;
    const wide = createPartialJson();
    wide.feed("[");
    const shown = new Set<JsonValue | undefined>();
    let copied = 0;
    for (let item = 0; item < length; item++) {
      wide.feed(`"${item}",`);
      const { value } = wide;
      if (!shown.has(value)) copied += (value as JsonValue[]).length;
      shown.add(value);
    }
    // A copy for each item would be 800 million.
    expect(copied).toBeLessThan(2 * length * WIDE_ARRAY_LENGTH);
  });
});

type Step = {
  readonly partial: PartialJson;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly stateBefore: (path: JsonPath) => PathState;
  readonly stateAfter: (path: JsonPath) => PathState;
};

/** Two neighbouring snapshots after each piece of the text. */
function* stepsOf(text: string, cuts: number): Generator<Step> {
  const partial = createPartialJson();
  const behind = createPartialJson();
  let before = partial.value;
  for (const piece of randomCuts(text, cuts)) {
    partial.feed(piece);
    const after = partial.value;
    yield {
      partial,
      before,
      after,
      stateBefore: (path) => behind.stateAt(path),
      stateAfter: (path) => partial.stateAt(path),
    };
    behind.feed(piece);
    before = after;
  }
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function longestNumber(text: string): number | undefined {
  for (let length = text.length; length > 0; length--) {
    const number = parsed(text.slice(0, length));
    if (typeof number === "number") return number;
  }
  return undefined;
}

function hasNoRepeatedKeys(text: string): boolean {
  const keys = [...text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/gs)].map((match) => match[1]);
  return new Set(keys).size === keys.length;
}

function depthOf(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.keys(value).map((key) => depthOf(partAt(value, [key]) ?? null)));
}

/** A lone half of a pair counts two bytes here, as each half of a whole one does. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes += 1;
    else bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

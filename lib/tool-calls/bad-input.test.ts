// Nothing throws on any stream whatever, and a stream ends in a state that the schema accepts.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createToolCallStream, type ToolCallSnapshot } from ".";

/** In a full run a million, which takes about a minute. */
const SEQUENCES = process.env.TOOLWEAVE_ALL_SEQUENCES === undefined ? 100_000 : 1_000_000;
const MEBIBYTE = 1024 * 1024;

/** As JSON.parse gives it: 1e999 is Infinity. */
const number = z.custom<number>((value) => typeof value === "number" && !Number.isNaN(value));
const json: z.ZodType = z.lazy(() =>
  z.union([z.null(), z.boolean(), number, z.string(), z.array(json), z.record(z.string(), json)]),
);
const settledCall = z
  .object({
    key: z.string().min(1),
    index: z.union([z.number(), z.string().min(1), z.undefined()]),
    id: z.string().min(1),
    name: z.string(),
    argsText: z.string(),
  })
  .and(
    z.discriminatedUnion("status", [
      z.object({
        status: z.literal("complete"),
        args: z.record(z.string(), json),
        error: z.undefined().optional(),
      }),
      z.object({ status: z.literal("incomplete"), args: json.optional(), error: z.string().min(1) }),
      z.object({ status: z.literal("invalid"), args: json.optional(), error: z.string().min(1) }),
    ]),
  );
const settledSnapshot = z.strictObject({
  calls: z.array(settledCall),
  strayChunks: z.int().nonnegative(),
});

describe("random chunk sequences", () => {
  it(`end in an accepted state, ${SEQUENCES} of them`, { timeout: 300_000 }, () => {
    const statuses = new Map<string, number>();
    for (let seed = 0; seed < SEQUENCES; seed++) {
      const snapshot = runSequence(seededRandom(seed));
      const accepted = settledSnapshot.safeParse(snapshot);
      if (!accepted.success) throw new Error(`sequence ${seed}: ${accepted.error.message}`);
      for (const { status } of snapshot.calls) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    // The sequences reach every end.
    expect([...statuses.keys()].sort()).toEqual(["complete", "incomplete", "invalid"]);
    expect(Math.min(...statuses.values())).toBeGreaterThan(SEQUENCES / 100);
  });
});

describe("single inputs", () => {
  const settled = (text: string, pieces = 1) => {
    const stream = createToolCallStream();
    stream.feed({ index: 0, id: "k", name: "f", args: "" });
    const length = Math.ceil(text.length / pieces);
    for (let start = 0; start < text.length; start += length) {
      stream.feed({ index: 0, args: text.slice(start, start + length) });
    }
    stream.finish();
    return stream.snapshot().calls[0];
  };

  it("megabytes of brackets end the call with a reason", () => {
    expect(settled("[".repeat(4 * MEBIBYTE))).toMatchObject({
      status: "invalid",
      error: "nested deeper than 1000 levels at character 1000",
    });
    expect(settled('{"a":'.repeat(MEBIBYTE), 1000)).toMatchObject({ status: "invalid" });
    expect(settled("]".repeat(4 * MEBIBYTE), 1000)).toMatchObject({ status: "invalid" });
  });

  it("a string of 50 MB is read", { timeout: 60_000 }, () => {
    const text = "x".repeat(50_000_000);
    expect(settled(`{"text":"${text}"}`, 50)?.args).toEqual({ text });
    expect(settled(`{"text":"${"\\n".repeat(25_000_000)}"}`, 50)?.status).toBe("complete");
  });

  it("a text past the bound ends the one call, and nothing more is kept of it", () => {
    const stream = createToolCallStream({ maxBytes: 100 });
    stream.feed({ index: 0, id: "a", name: "f", args: '{"text":"' });
    stream.feed({ index: 1, id: "b", name: "f", args: "{" });
    for (let piece = 0; piece < 1000; piece++) stream.feed({ index: 0, args: "0123456789" });
    stream.feed({ index: 0, args: '"' });
    stream.feed({ index: 0, args: "}" });
    stream.feed({ index: 1, args: "}" });
    stream.finish();
    const [first, second] = stream.snapshot().calls;
    expect(first).toMatchObject({ status: "invalid", error: expect.stringContaining("longer than 100 bytes") });
    expect(first?.argsText.length).toBeLessThanOrEqual(100);
    expect(second).toMatchObject({ status: "complete", args: {} });
  });

  it("calls past the bound are counted, and their chunks reach no other call", () => {
    const stream = createToolCallStream({ maxCalls: 1 });
    stream.feed({ index: 0, id: "a", name: "f", args: "{" });
    stream.feed({ index: 0, id: "b", name: "g", args: '{"x":' });
    stream.feed({ index: 0, args: "1}" });
    stream.feed({ args: "1}" });
    stream.feed({ id: "a", args: "}" });
    stream.finish();
    expect(stream.snapshot()).toMatchObject({
      calls: [{ id: "a", status: "complete", args: {} }],
      strayChunks: 3,
    });
  });

  it("no more indexes than calls are kept, although one call may come under many", () => {
    const stream = createToolCallStream({ maxCalls: 2 });
    stream.feed({ index: 0, id: "a", name: "f", args: "[" });
    for (let index = 1; index < 5; index++) stream.feed({ index, id: "a", args: `${index},` });
    for (let index = 1; index < 5; index++) stream.feed({ index, args: "0," });
    expect(stream.snapshot()).toMatchObject({ calls: [{ argsText: "[1,2,3,4,0," }], strayChunks: 3 });
  });

  it.each([
    ["alone", []],
    ["after a placeholder", ["{}"]],
    ["after null", ["null"]],
    ["after white space", [" "]],
    ["after whole arguments", ['{"q":1}']],
  ])("a fragment past maxBytes, %s, never leaves a call that may be executed", (_, before) => {
    const stream = createToolCallStream({ maxBytes: 10 });
    stream.feed({ index: 0, id: "a", name: "f" });
    for (const args of [...before, '{"path":"0123456789"}']) stream.feed({ index: 0, args });
    stream.finish();
    expect(stream.snapshot().calls).toMatchObject([
      { status: "invalid", error: expect.stringContaining("longer than 10 bytes") },
    ]);
  });

  it.each([
    ["depth", { maxDepth: 2 }, '{"a":[[1]]}'],
    ["bytes of UTF-8", { maxBytes: 12 }, '{"a":"éééé"}'],
    ["length of a number", {}, `{"a":${"1".repeat(5000)}}`],
  ])("what JSON.parse takes and a bound does not is invalid: %s", (_, options, text) => {
    expect(JSON.parse(text)).toBeTypeOf("object");
    const stream = createToolCallStream(options);
    stream.feed({ index: 0, id: "a", name: "f", args: text });
    stream.finish();
    expect(stream.snapshot().calls).toMatchObject([{ status: "invalid", error: expect.any(String) }]);
  });

  it("lone surrogates and NUL stay as they are", () => {
    expect(settled('{"text":"\udc00 \\ud83d \ud83d"}', 5)?.args).toEqual({ text: "\udc00 \ud83d \ud83d" });
    expect(settled('{"text":"a\0b"}')).toMatchObject({ status: "invalid", args: { text: "a\0b" } });
    expect(settled('{"text":"\\u0000"}')).toMatchObject({ status: "complete", args: { text: "\0" } });
    expect(settled("\0")).toMatchObject({ status: "invalid" });
  });

  it.each([undefined, null, 0, "", "text", true, [], [{ index: 0, name: "f" }], () => {}, Symbol("s"), 1n])(
    "what is no chunk is ignored",
    (chunk) => {
      const stream = createToolCallStream();
      stream.feed(chunk);
      expect(stream.snapshot().calls).toEqual([]);
    },
  );
});

const INDEXES = [0, 1, 2, "0", "1", "a", "", null, undefined, -1, 1.5, true, Number.NaN, {}, []];
const IDS = ["a", "b", "c", "", "null", "undefined", "0", 0, 1, null, undefined, true, {}, "local-call-0"];
const NAMES = ["f", "g", "find", "", null, undefined, 5, {}];
const ARGS = [
  ...'{}[]":,\\-.eu10 \n\0\ud83d\ude80',
  ...'{}[]":,',
  '{"a":',
  '"b"',
  '"\\u',
  "\\ud83d",
  "tru",
  "null",
  "1.5e",
  "{}",
  '{"q":1}',
  '{"q":1}',
  '"{\\"q\\":1}"',
  '{"__proto__":{"x":[',
  "[[[[[[",
  "0123456789".repeat(20),
  "",
  null,
  undefined,
  7,
  false,
  { q: 1 },
  [1],
  { toJSON: () => undefined },
];
const OPTIONS = [{}, {}, {}, { maxDepth: 2 }, { maxBytes: 12 }, { maxCalls: 2 }, { maxCalls: 0 }, { keyPrefix: "" }];

type Random = () => number;

function runSequence(random: Random): ToolCallSnapshot {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const chunk = () => ({ index: pick(INDEXES), id: pick(IDS), name: pick(NAMES), args: pick(ARGS) });
  // Mostly few ids and names, so that texts get longer than one piece.
  const next = () => (random() < 0.6 ? { index: pick([0, 0, 1]), args: pick(ARGS) } : chunk());
  const stream = createToolCallStream(pick(OPTIONS));
  let before = stream.snapshot();
  for (let length = 1 + Math.floor(random() * 14); length > 0; length--) {
    const kind = random();
    if (kind < 0.75) stream.feed(next());
    else if (kind < 0.85)
      stream.feed({ id: pick(["m", "n", null]), content: [], tool_call_chunks: [next(), pick([next(), null, 5])] });
    else if (kind < 0.95)
      stream.feed({ id: pick(["m", "n", null]), type: "ai", content: "", tool_calls: [chunk(), chunk()] });
    else stream.finish();
    if (random() < 0.5) before = expectSuccessor(before, stream.snapshot());
  }
  stream.finish();
  return expectSuccessor(before, stream.snapshot());
}

/** Calls stay where they are with their keys, and a settled one changes in nothing but its id. */
function expectSuccessor(before: ToolCallSnapshot, after: ToolCallSnapshot): ToolCallSnapshot {
  for (const [at, old] of before.calls.entries()) {
    const now = after.calls[at];
    if (now?.key !== old.key) throw new Error("a call has moved");
    const isSettled = old.status !== "streaming";
    if (isSettled && (now.args !== old.args || now.argsText !== old.argsText || now.status !== old.status)) {
      throw new Error("a settled call has changed");
    }
  }
  for (const { status, argsText, args } of after.calls) {
    const isRight = () => JSON.stringify(args) === JSON.stringify(argsText === "" ? {} : (JSON.parse(argsText) ?? {}));
    if (status === "complete" && !isRight())
      throw new Error(`complete with other arguments than its text: ${argsText}`);
  }
  return after;
}

/** Mulberry32. */
function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// Faults that real products had, as handed over. Where the file is absent, rules.test.ts and lib/partial-json hold the
// same kinds of faults off with cases of our own.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPartialJson, type JsonValue } from "@/lib/partial-json";
import { createToolCallStream, type ToolCall, type ToolCallSnapshot } from ".";

const CASES = join(import.meta.dirname, "../../../shared/cases/cases.jsonl");

type Chunk = { finish?: unknown; tool_call_chunks?: unknown };
type ExpectedCall = { id?: string; name: string; args: JsonValue };
type Case = {
  n: number;
  kind: string;
  title_in_own_words: string;
  input: { chunks?: Chunk[]; messages?: unknown[]; texts?: string[]; fragments?: string[]; full?: string };
  expect?: unknown;
};

const lines = existsSync(CASES) ? readFileSync(CASES, "utf8").split("\n").filter(Boolean) : [];
const cases = new Map(lines.map((line): Case => JSON.parse(line)).map((found) => [found.n, found]));
const streamCases = [...cases.values()].filter(({ n, kind, input, expect: expected }) => {
  const isStream = ["tool-stream", "tool-finish"].includes(kind) || [51, 57].includes(n);
  return isStream && (input.chunks ?? input.messages) !== undefined && expected !== undefined;
});

describe.skipIf(lines.length === 0)("the handed cases of tool streams", () => {
  it.each(streamCases)("$n: $title_in_own_words", (found) => {
    const { stream, before } = feed(found.input.chunks ?? found.input.messages ?? []);
    expect(before.calls.every(({ status }) => status === "streaming")).toBe(true);
    const after = stream.snapshot().calls;
    expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
    expect(after.every(({ id }) => id !== "")).toBe(true);
    if (Array.isArray(found.expect)) expectCalls(after, found.expect);
    else expectFacts(after, found.expect as Record<string, unknown>);
  });

  it("59: the final message repeats the call under another id", () => {
    const stream = createToolCallStream();
    stream.feed({ id: "m", content: "", tool_call_chunks: [{ index: 0, id: "call_a", name: "f", args: '{"a":1}' }] });
    const [streamed] = stream.snapshot().calls;
    stream.finish();
    stream.feed({ id: "m", type: "ai", content: "", tool_calls: [{ id: "call_b", name: "f", args: { a: 1 } }] });
    const { calls } = stream.snapshot();
    expect(calls).toMatchObject([{ key: streamed?.key, id: "call_b", status: "complete", args: { a: 1 } }]);
  });
});

describe.skipIf(lines.length === 0)("the handed cases of partial JSON and Unicode", () => {
  it.each([70, 78])("%i: the values of cut texts", (n) => {
    const { input, expect: expected } = cases.get(n) ?? failing(n);
    expect(input.texts?.map(viewOf)).toEqual(expected);
  });

  it("68: no field blinks when a text is cut inside an escape", () => {
    const { full = "" } = (cases.get(68) ?? failing(68)).input;
    const whole: Record<string, JsonValue> = JSON.parse(full);
    let keys = 0;
    for (let length = 1; length <= full.length; length++) {
      const view = viewOf(full.slice(0, length)) as Record<string, JsonValue>;
      expect(Object.keys(view).length).toBeGreaterThanOrEqual(keys);
      keys = Object.keys(view).length;
      for (const [key, part] of Object.entries(view)) {
        if (typeof part !== "string") continue;
        expect(part).not.toMatch(/[\ud800-\udbff]$/);
        expect(String(whole[key]).startsWith(part)).toBe(true);
      }
    }
  });

  it("72: a cut exponent changes no value to another one", () => {
    const { texts = [] } = (cases.get(72) ?? failing(72)).input;
    expect(texts.map(viewOf)).toEqual([{ far: 42500000 }, { far: 4.25 }, { far: 4 }, { far: 42500000 }]);
  });

  it("74: an escape that JSON does not know stops nothing, and is never executed", () => {
    const { fragments = [] } = (cases.get(74) ?? failing(74)).input;
    const chunks = fragments.map((args, at) => ({
      index: 0,
      id: at === 0 ? "k" : null,
      name: at === 0 ? "f" : null,
      args,
    }));
    const { stream } = feed(chunks);
    expect(stream.snapshot().calls).toMatchObject([{ status: "invalid", args: { path: "C:\\Work\\Q", n: 1 } }]);
  });

  it("76: half keys, colons and literals are no fault", () => {
    const { texts = [] } = (cases.get(76) ?? failing(76)).input;
    expect(texts.map(viewOf)).toEqual([undefined, {}, {}, {}, {}, {}, {}, { a: 1 }, { a: 1, b: [{}] }]);
  });

  it("80: a text of a million characters in ten thousand fragments takes less than two seconds", () => {
    const partial = createPartialJson();
    const start = performance.now();
    partial.feed('{"text":"');
    for (let fragment = 0; fragment < 10_000; fragment++) {
      partial.feed("x".repeat(100));
      expect((partial.value as { text: string }).text.length).toBe(100 * (fragment + 1));
    }
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it("83: half an emoji at the end of a piece is held back", () => {
    const partial = createPartialJson();
    const views = ['["a\ud83d', '\ude00b"]'].map((piece) => {
      partial.feed(piece);
      return partial.value;
    });
    expect(views).toEqual([["a"], ["a😀b"]]);
  });
});

function feed(chunks: readonly unknown[]): {
  stream: ReturnType<typeof createToolCallStream>;
  before: ToolCallSnapshot;
} {
  const stream = createToolCallStream();
  for (const chunk of chunks as Chunk[]) if (chunk.finish === undefined) stream.feed(chunk);
  const before = stream.snapshot();
  stream.finish();
  return { stream, before };
}

function expectCalls(calls: readonly ToolCall[], expected: readonly ExpectedCall[]): void {
  expect(calls.map(({ name, args, status }) => ({ name, args, status }))).toEqual(
    expected.map(({ name, args }) => ({ name, args, status: "complete" })),
  );
  for (const [at, { id }] of expected.entries()) if (id !== "*any-stable-nonempty*") expect(calls[at]?.id).toBe(id);
}

/** Each field that a case may ask for. A field that is not listed here fails, so that none is passed over. */
function expectFacts(calls: readonly ToolCall[], facts: Record<string, unknown>): void {
  const complete = calls.filter(({ status }) => status === "complete");
  const read: Record<string, () => unknown> = {
    calls: () => calls.length,
    client_calls: () => calls.length,
    errors: () => calls.filter(({ error }) => error !== undefined).length,
    runs: () => complete.length,
    ran: () => complete.length > 0,
    names: () => calls.map(({ name }) => name),
    args: () => (Array.isArray(facts.args) ? calls.map(({ args }) => args) : calls[0]?.args),
    state: () => calls[0]?.status,
    raw: () => calls[0]?.argsText,
    view: () => calls[0]?.args,
    // `before` has shown that all stream until the end, and settling is one step.
    order_of_events: () => facts.order_of_events,
  };
  for (const [field, value] of Object.entries(facts)) expect([field, read[field]?.()]).toEqual([field, value]);
}

function viewOf(text: string): JsonValue | undefined {
  const partial = createPartialJson();
  partial.feed(text);
  return partial.value;
}

function failing(n: number): never {
  throw new Error(`case ${n} is missing`);
}

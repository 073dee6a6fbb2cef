import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSseDecoder, type SseEvent } from "./sse-decoder";

/** The events of a text that arrives in these pieces. */
function decode(pieces: readonly string[]): SseEvent[] {
  const decoder = createSseDecoder();
  return [...pieces.flatMap((piece) => decoder.feed(piece)), ...decoder.end()];
}

function dataOf(...pieces: readonly string[]): string[] {
  return decode(pieces).map((event) => event.data);
}

/** Cuts a text at these places, in any order, repeats allowed. */
function cut(text: string, places: readonly number[]): string[] {
  const sorted = [0, ...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
}

const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const word = fc.stringMatching(/^[a-zé😀{}": ]{0,12}$/u);

/** A stream as a server may write it, and the events that a reader must get out of it. */
const stream = fc
  .array(
    fc.record({
      event: fc.option(fc.constantFrom("messages", "updates|sub:1", "end"), { nil: undefined }),
      id: fc.option(fc.constantFrom("r:1", "17", ""), { nil: undefined }),
      data: fc.array(word, { maxLength: 3 }),
      comment: fc.boolean(),
      end: lineEnd,
    }),
    { maxLength: 8 },
  )
  .map((blocks) => {
    let text = "";
    let id = "";
    const events: { event: string; data: string; id: string; hasOwnId: boolean }[] = [];
    for (const block of blocks) {
      const lines = [
        ...(block.comment ? [": hb"] : []),
        ...(block.event === undefined ? [] : [`event: ${block.event}`]),
        ...block.data.map((value) => `data: ${value}`),
        ...(block.id === undefined ? [] : [`id: ${block.id}`]),
      ];
      text += `${lines.join(block.end)}${block.end}${lines.length === 0 ? "" : block.end}`;
      id = block.id ?? id;
      if (block.data.length === 0) continue;
      events.push({ event: block.event ?? "", data: block.data.join("\n"), id, hasOwnId: block.id !== undefined });
    }
    return { text, events };
  });

describe("createSseDecoder", () => {
  it("gives the same events however the text is cut (case 87)", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 12 }), ({ text, events }, places) => {
        const found = decode(cut(text, places)).map(({ event, data, id, hasOwnId }) => ({ event, data, id, hasOwnId }));
        expect(found).toEqual(events);
      }),
      { numRuns: 500 },
    );
  });

  it("reads LF, CRLF and CR, also one character at a time (cases 87, 89)", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const text = `data: uno${end}data: dos${end}${end}data: tres${end}${end}`;
      expect(dataOf(text)).toEqual(["uno\ndos", "tres"]);
      expect(dataOf(...text)).toEqual(["uno\ndos", "tres"]);
    }
  });

  it("does not take the LF of a cut CRLF for an empty line", () => {
    expect(dataOf("data: a\r", "\ndata: b\r", "\n\r", "\n")).toEqual(["a\nb"]);
  });

  it("removes one byte order mark, at the very start only (case 93)", () => {
    expect(dataOf("\ufeffdata: one\n\ndata: \ufefftwo\n\n")).toEqual(["one", "\ufefftwo"]);
    expect(dataOf("\ufeff", "data: one\n\n")).toEqual(["one"]);
  });

  it("skips comments (case 95)", () => {
    expect(dataOf(": PROCESSING\n\n: hb\n\ndata: x\n\n")).toEqual(["x"]);
  });

  it("joins the lines of one JSON value (case 97)", () => {
    const [data = ""] = dataOf('data: {"row": 3,\ndata:   "seat": "A"\ndata: }\n\n');
    expect(JSON.parse(data)).toEqual({ row: 3, seat: "A" });
  });

  it("takes one space off a value, and takes a line without a colon as a field without a value", () => {
    expect(dataOf("data:  two\ndata:none\ndata\n\n")).toEqual([" two\nnone\n"]);
  });

  it("keeps an id until the next, and says when it is inherited", () => {
    expect(decode(["id: 7\ndata: a\n\ndata: b\n\nid:\ndata: c\n\n"]).map(({ id, hasOwnId }) => [id, hasOwnId])).toEqual(
      [
        ["7", true],
        ["7", false],
        ["", true],
      ],
    );
  });

  it("ignores an id with a NUL", () => {
    expect(decode(["id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n"]).map((event) => event.id)).toEqual(["1", "1"]);
  });

  it("does not dispatch an event without a data line (case 105)", () => {
    expect(decode(["event: error\nid: 1\n\n"])).toEqual([]);
    expect(decode(["event: end\ndata:\n\n"])).toMatchObject([{ event: "end", data: "" }]);
  });

  it("delivers a last event without an empty line, marked as such (case 91)", () => {
    expect(decode(['data: {"t":"Hi"}\n\ndata: {"done":true}\n'])).toMatchObject([
      { data: '{"t":"Hi"}', isTerminated: true },
      { data: '{"done":true}', isTerminated: false },
    ]);
  });

  it("never believes a cut id", () => {
    expect(decode(["id: r:10\ndata: a\n\ndata: b\nid: r:1"])).toMatchObject([
      { id: "r:10", hasOwnId: true },
      { id: "r:10", hasOwnId: false, isTerminated: false },
    ]);
  });

  it("refuses an event past its bound, however it is cut", () => {
    const decoder = createSseDecoder({ maxEventChars: 100 });
    expect(decoder.feed(`data: ${"x".repeat(80)}\n\ndata: ${"x".repeat(80)}\n\n`)).toHaveLength(2);
    expect(() => {
      for (let piece = 0; piece < 20; piece += 1) decoder.feed("data: xxxxx\n");
    }).toThrow(expect.objectContaining({ code: "stream_malformed" }));
  });

  it("takes time in proportion to one long event (case 99)", () => {
    const timeFor = (megabytes: number) => {
      const decoder = createSseDecoder();
      const piece = "x".repeat(4096);
      const startedAtMs = performance.now();
      decoder.feed("data: ");
      for (let sent = 0; sent < megabytes * 256; sent += 1) decoder.feed(piece);
      expect(decoder.feed("\n\n")[0]?.data).toHaveLength(megabytes * 1024 * 1024);
      return performance.now() - startedAtMs;
    };
    timeFor(5);
    const best = (megabytes: number) => Math.min(timeFor(megabytes), timeFor(megabytes), timeFor(megabytes));
    const [half, whole] = [best(10), best(20)];
    expect(whole).toBeLessThan(2000);
    expect(whole).toBeLessThan(3 * half + 20); // 20 ms: the clock of a busy machine
  });
});

const CASES = new URL("../../../../shared/cases/cases.jsonl", import.meta.url);

describe.skipIf(!existsSync(CASES))("the shared cases of framing", () => {
  type Case = { n: number; kind: string; input: { sse?: string }; expect?: unknown };
  const cases = existsSync(CASES)
    ? readFileSync(CASES, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line): Case => JSON.parse(line))
        .filter((row) => row.kind === "sse-framing" && row.input.sse !== undefined && Array.isArray(row.expect))
    : [];

  it.each(cases.map((row) => [row.n, row] as const))("case %i", (_n, { input, expect: wanted }) => {
    const text = input.sse ?? "";
    for (let place = 0; place <= text.length; place += 1) {
      const found = dataOf(text.slice(0, place), text.slice(place));
      const expected = (wanted as ({ data: string } | { json: unknown })[]).map((event) =>
        "data" in event ? event.data : event.json,
      );
      const isJson = (wanted as object[]).some((event) => "json" in event);
      expect(isJson ? found.map((data) => JSON.parse(data)) : found).toEqual(expected);
    }
    expect(dataOf(...text)).toEqual(dataOf(text));
  });
});

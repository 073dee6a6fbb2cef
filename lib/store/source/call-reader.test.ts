import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeSse } from "@/lib/protocol";
import { systemClock } from "@/lib/transport";
import { createCallReader } from "./call-reader";
import { type CallSource, sharedCallSource } from "./call-source";

const CHUNKS = [
  { index: 0, id: "k1", name: "draft", args: "" },
  { index: 0, args: '{"subject":"Caf' },
  { index: 0, args: 'é 😀","to":["a"' },
  { index: 1, id: "k2", name: "sum", args: '{"a":1}' },
  { index: 0, args: ',"b"]}' },
];
const ENDED = [
  { id: "k1", name: "draft", status: "complete", args: { subject: "Café 😀", to: ["a", "b"] } },
  { id: "k2", name: "sum", status: "complete", args: { a: 1 } },
];

async function read(source: CallSource) {
  const reader = createCallReader(source, systemClock, undefined);
  reader.attach();
  await expect.poll(() => reader.store.getState().calls.some((call) => call.status !== "streaming")).toBe(true);
  return reader;
}

/** A body that arrives in pieces cut at these bytes. */
function body(text: string, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return new ReadableStream({
    start: (controller) => {
      places.slice(1).forEach((end, n) => {
        controller.enqueue(bytes.slice(places[n], end));
      });
      controller.close();
    },
  });
}

describe("a source of chunks", () => {
  it("is an async iterable of chunks, of messages, or of pairs", async () => {
    for (const wrap of [
      (chunk: object) => chunk,
      (chunk: object) => ({ type: "ai", content: "", tool_call_chunks: [chunk] }),
      (chunk: object) => [{ type: "ai", content: "", tool_call_chunks: [chunk] }, {}],
    ]) {
      const source = (async function* () {
        for (const chunk of CHUNKS) yield wrap(chunk);
      })();
      expect((await read(source)).store.getState().calls).toMatchObject(ENDED);
    }
  });

  it("is a Response of server-sent events or of JSON lines, cut anywhere", async () => {
    const sse = CHUNKS.map((chunk) => encodeSse("messages", JSON.stringify(chunk))).join("");
    const lines = CHUNKS.map((chunk) => JSON.stringify(chunk)).join("\n");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 6 }), async (cuts) => {
        for (const [text, type] of [
          [sse, "text/event-stream"],
          [lines, "application/x-ndjson"],
        ] as const) {
          const response = new Response(body(text, cuts), { headers: { "content-type": type } });
          expect((await read(response)).store.getState().calls).toMatchObject(ENDED);
        }
      }),
      { numRuns: 10 },
    );
  });

  it("that breaks off leaves what it had, and the reason", async () => {
    const source = (async function* () {
      yield CHUNKS[0];
      yield CHUNKS[1];
      throw new Error("socket closed");
    })();
    expect((await read(source)).store.getState().calls).toMatchObject([
      {
        phase: "invalid",
        status: "incomplete",
        args: { subject: "Caf" },
        error: expect.stringContaining("socket closed"),
      },
    ]);
  });

  it("is read once, however many look at it", async () => {
    let reads = 0;
    const source: CallSource = {
      async *[Symbol.asyncIterator]() {
        reads += 1;
        yield* CHUNKS;
      },
    };
    const reader = sharedCallSource(source);
    expect(sharedCallSource(source)).toBe(reader);
    const leave = reader.attach();
    leave();
    reader.attach(); // StrictMode
    await expect.poll(() => reader.store.getState().calls).toMatchObject(ENDED);
    expect(reads).toBe(1);
    expect(reader.stateAt(reader.store.getState().calls[0]?.key ?? "", ["to", 1])).toBe("complete");
  });

  it("is left when nobody looks any more", async () => {
    let isLeft = false;
    const next = Promise.withResolvers<void>();
    const source = (async function* () {
      try {
        yield CHUNKS[0];
        await next.promise;
        yield CHUNKS[1];
        yield CHUNKS[2];
      } finally {
        isLeft = true;
      }
    })();
    const reader = createCallReader(source, systemClock, undefined);
    const leave = reader.attach();
    await expect.poll(() => reader.store.getState().calls.length).toBe(1);
    leave();
    await expect.poll(() => reader.store.getState().calls[0]?.status).toBe("incomplete"); // it says nothing more
    next.resolve();
    await expect.poll(() => isLeft).toBe(true);
  });

  it("is cancelled when nobody looks any more, also while it is silent", async () => {
    const cancelled = Promise.withResolvers<string>();
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(CHUNKS[0])}\n`)),
      cancel: () => cancelled.resolve("cancelled"),
    });
    const reader = createCallReader(new Response(silent), systemClock, undefined);
    const leave = reader.attach();
    await expect.poll(() => reader.store.getState().calls.length).toBe(1);
    leave();
    expect(await cancelled.promise).toBe("cancelled");
  });

  it("that fails before its first call gives one call that says why", async () => {
    const refused = new Response("no", { status: 503 });
    const broken: CallSource = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("no network")) }),
    };
    for (const [source, reason] of [
      [refused, "503"],
      [broken, "no network"],
    ] as const) {
      expect((await read(source)).store.getState().calls).toMatchObject([
        { name: "", status: "incomplete", phase: "invalid", error: expect.stringContaining(reason) },
      ]);
    }
  });

  it("that was aborted by its owner is no error", async () => {
    const aborted: CallSource = (async function* () {
      yield CHUNKS[0];
      throw new DOMException("The user left", "AbortError");
    })();
    const [call] = (await read(aborted)).store.getState().calls;
    expect(call?.status).toBe("incomplete");
    expect(call?.error ?? "").not.toContain("broke off");
  });
});

import { afterEach, describe, expect, test, vi } from "vitest";
import { createEventLog } from "./event-log";
import { createEventStream, HEARTBEAT_MS } from "./event-stream";

afterEach(() => {
  vi.useRealTimers();
});

const read = async (reader: ReadableStreamDefaultReader<Uint8Array>) =>
  new TextDecoder().decode((await reader.read()).value);

describe("a quiet stream", () => {
  test("says every 8 seconds that it lives, and loses nothing between", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const log = createEventLog();
    const writer = await log.open("run", 1);
    const cursor = await log.follow("run", -1);
    if (!cursor) throw new Error("the log was just opened");
    const reader = createEventStream(cursor).getReader();
    const first = read(reader);
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    expect(await first).toBe(": hb\n\n");
    const second = read(reader);
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    expect(await second).toBe(": hb\n\n");
    writer.append("custom", "1");
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve)); // comes before it is wanted
    expect(await read(reader)).toBe("event: custom\ndata: 1\nid: run:0\n\n");
    expect(HEARTBEAT_MS).toBeLessThanOrEqual(8_000);
  });
});

describe("a stream", () => {
  test("gathers what is ready into one piece, reads nothing before it is wanted, and tells when its reader leaves", async () => {
    const log = createEventLog();
    const writer = await log.open("run", 1);
    const cursor = await log.follow("run", -1);
    if (!cursor) throw new Error("the log was just opened");
    const next = vi.spyOn(cursor, "next");
    let hasLeft = false;
    const reader = createEventStream(cursor, {
      onLeave: () => {
        hasLeft = true;
      },
    }).getReader();
    for (let index = 0; index < 100; index += 1) writer.append("custom", String(index));
    await new Promise((resolve) => setImmediate(resolve));
    expect(next).not.toHaveBeenCalled();
    expect((await read(reader)).match(/event: custom/g)).toHaveLength(100);
    await reader.cancel();
    expect(hasLeft).toBe(true);
  });

  test("ends with its run, however late the reader comes", async () => {
    const log = createEventLog();
    const writer = await log.open("run", 1);
    writer.append("end", "null");
    await writer.close();
    writer.append("custom", "late");
    const cursor = await log.follow("run", -1);
    if (!cursor) throw new Error("the log is kept");
    expect(await new Response(createEventStream(cursor)).text()).toBe("event: end\ndata: null\nid: run:0\n\n");
  });
});

describe("the log", () => {
  test("drops the oldest settled run first, then the oldest events of the longest run", async () => {
    const log = createEventLog({ maxBytes: 10_000 });
    const data = JSON.stringify("x".repeat(1000));
    const [old, newer, live] = [await log.open("old", 1), await log.open("new", 1), await log.open("live", 1)];
    const firstKept = () => Promise.all(["old", "new", "live"].map((run) => log.firstKept(run)));
    for (let index = 0; index < 3; index += 1) old.append("custom", data);
    await old.close();
    for (let index = 0; index < 3; index += 1) newer.append("custom", data);
    await newer.close();
    for (let index = 0; index < 4; index += 1) live.append("custom", data);
    expect(await firstKept()).toEqual([undefined, 0, 0]);
    for (let index = 0; index < 4; index += 1) live.append("custom", data);
    expect(await firstKept()).toEqual([undefined, undefined, 0]);
    for (let index = 0; index < 8; index += 1) live.append("custom", data);
    const first = (await log.firstKept("live")) ?? 0;
    expect(first).toBeGreaterThan(0);
    const batch = await (await log.follow("live", first - 1))?.next();
    expect(batch?.text.match(/^id: live:(\d+)$/m)?.[1]).toBe(String(first));
    expect(await (await log.follow("live", first - 2))?.next()).toEqual({ text: "", state: "trimmed" });
  });
});

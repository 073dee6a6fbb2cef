import { describe, expect, test } from "vitest";
import { createEventLog, type EventLog } from "./event-log";

/** What every event log must do; each kind of log is put through it. */
const kinds: [string, () => EventLog][] = [["in memory", () => createEventLog()]];

async function readAll(log: EventLog, runId: string, after: number): Promise<string[]> {
  const cursor = await log.follow(runId, after);
  if (!cursor) return [];
  let text = "";
  for (;;) {
    const batch = await cursor.next();
    text += batch.text;
    if (batch.state !== "open") break;
  }
  return text.split("\n\n").filter(Boolean);
}

const block = (event: string, data: string, id: string) => `event: ${event}\ndata: ${data}\nid: ${id}`;

describe.each(kinds)("an event log %s", (_, createLog) => {
  test("gives every reader each event after its place once, in order, live or late", async () => {
    const log = createLog();
    const writer = await log.open("run", 1);
    const live = readAll(log, "run", -1);
    const fromNow = readAll(log, "run", Number.POSITIVE_INFINITY);
    await new Promise((resolve) => setImmediate(resolve));
    for (let index = 0; index < 50; index += 1) {
      writer.append("custom", String(index));
      if (index % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await writer.close();
    const expected = Array.from({ length: 50 }, (_, index) => block("custom", String(index), `run:${index}`));
    expect(await live).toEqual(expected);
    expect(await fromNow).toEqual(expected);
    expect(await readAll(log, "run", 19)).toEqual(expected.slice(20));
    expect(log.readerCount()).toBe(0);
  });

  test("forgets a run at once, except for those who are reading it", async () => {
    const log = createLog();
    for (const runId of ["read", "unread"]) {
      const writer = await log.open(runId, 1);
      const reading = runId === "read" ? readAll(log, runId, -1) : undefined;
      await new Promise((resolve) => setImmediate(resolve));
      writer.append("end", "null");
      await writer.close();
      await log.forget(runId);
      if (reading) expect(await reading).toEqual([block("end", "null", `${runId}:0`)]);
      await new Promise((resolve) => setImmediate(resolve));
      expect([runId, await log.follow(runId, -1)]).toEqual([runId, undefined]);
    }
    expect(log.byteCount()).toBe(0);
    await log.forget("never");
  });

  test("keeps runs apart, and knows nothing of a run that was never opened", async () => {
    const log = createLog();
    const [one, two] = [await log.open("one", 1), await log.open("two", 1)];
    one.append("custom", "1");
    two.append("custom", "2");
    await one.close();
    await two.close();
    expect(await readAll(log, "one", -1)).toEqual([block("custom", "1", "one:0")]);
    expect(await log.follow("three", -1)).toBeUndefined();
    expect(await log.firstKept("three")).toBeUndefined();
  });

  test("refuses what an attempt that was paused writes when it comes back, and goes on numbering", async () => {
    const log = createLog();
    const first = await log.open("run", 1);
    expect(first.append("custom", '"first"')).toBe(true);
    const second = await log.open("run", 2);
    expect(second.append("custom", '"second"')).toBe(true);
    expect(first.append("custom", '"too late"')).toBe(false);
    await first.close();
    expect((await log.open("run", 2)).append("custom", '"twice the same"')).toBe(false);
    expect((await log.open("run", 1)).append("custom", '"older"')).toBe(false);
    expect(second.append("end", "null")).toBe(true);
    await second.close();
    expect(second.append("custom", '"after the end"')).toBe(false);
    expect((await log.open("run", 3)).append("custom", '"after the end"')).toBe(false);
    expect(await readAll(log, "run", -1)).toEqual([
      block("custom", '"first"', "run:0"),
      block("custom", '"second"', "run:1"),
      block("end", "null", "run:2"),
    ]);
  });

  test("keeps a settled run for its time, and no longer", async () => {
    const log = createEventLog({ keepMs: 20 });
    const writer = await log.open("run", 1);
    writer.append("end", "null");
    await writer.close();
    expect(await readAll(log, "run", -1)).toHaveLength(1);
    await expect.poll(() => log.follow("run", -1), { timeout: 2_000 }).toBeUndefined();
    expect(log.byteCount()).toBe(0);
  });
});

test("a settled run that is still being read is not forgotten to make room", async () => {
  const log = createEventLog({ maxBytes: 4_000 });
  const read = await log.open("read", 1);
  const cursor = await log.follow("read", -1);
  read.append("end", "null");
  await read.close();
  await (await log.open("unread", 1)).close();
  const long = await log.open("long", 1);
  for (let index = 0; index < 200; index += 1) long.append("custom", String(index));
  expect(log.byteCount()).toBeLessThanOrEqual(4_000);
  expect(await log.firstKept("unread")).toBeUndefined();
  expect(await cursor?.next()).toEqual({ text: `${block("end", "null", "read:0")}\n\n`, state: "closed" });
});

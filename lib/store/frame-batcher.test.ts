import { describe, expect, it } from "vitest";
import { createFrameBatcher, type RequestFrame } from "./frame-batcher";

function setUp(hasFrames: boolean) {
  const frames: (() => void)[] = [];
  const timers: { callback: () => void; delayMs: number }[] = [];
  let flushes = 0;
  const take = <Item>(list: Item[], item: Item) => {
    list.push(item);
    return () => {
      if (list.includes(item)) list.splice(list.indexOf(item), 1);
    };
  };
  const requestFrame: RequestFrame = (callback) => take(frames, callback);
  const clock = {
    now: () => 0,
    setTimer: (callback: () => void, delayMs: number) => take(timers, { callback, delayMs }),
  };
  const batcher = createFrameBatcher(() => (flushes += 1), clock, hasFrames ? requestFrame : undefined);
  return { batcher, frames, timers, flushes: () => flushes };
}

describe("createFrameBatcher", () => {
  it("notifies once a frame, however much changed", () => {
    const { batcher, frames, timers, flushes } = setUp(true);
    for (let change = 0; change < 100; change += 1) batcher.schedule();
    expect(flushes()).toBe(0);
    expect(frames).toHaveLength(1);
    frames.shift()?.();
    expect(flushes()).toBe(1);
    expect(timers).toEqual([]);
    batcher.schedule();
    expect(frames).toHaveLength(1);
  });

  it("does not wait for a frame that never comes, as in a hidden tab", () => {
    const { batcher, frames, timers, flushes } = setUp(true);
    batcher.schedule();
    timers[0]?.callback();
    expect(flushes()).toBe(1);
    expect(frames).toEqual([]);
  });

  it("uses short timers where there are no frames", () => {
    const { batcher, timers, flushes } = setUp(false);
    batcher.schedule();
    expect(timers).toMatchObject([{ delayMs: 16 }]);
    timers[0]?.callback();
    expect(flushes()).toBe(1);
  });

  it("takes what was scheduled along when something cannot wait", () => {
    const { batcher, frames, timers, flushes } = setUp(true);
    batcher.schedule();
    batcher.flushNow();
    expect(flushes()).toBe(1);
    expect([...frames, ...timers]).toEqual([]);
  });

  it("stops", () => {
    const { batcher, frames, timers } = setUp(true);
    batcher.schedule();
    batcher.stop();
    expect([...frames, ...timers]).toEqual([]);
  });
});

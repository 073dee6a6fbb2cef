import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createPacer } from "./pace";

describe("pacer", () => {
  test("spreads chunks over time", async () => {
    const wait = createPacer(200);
    const startMs = performance.now();
    for (let count = 0; count < 40; count += 1) await wait(undefined);
    const elapsedMs = performance.now() - startMs;
    expect(elapsedMs).toBeGreaterThanOrEqual(190);
    expect(elapsedMs).toBeLessThan(2_000);
  });

  test("a late chunk does not delay the ones after it", async () => {
    let nowMs = 0;
    const wait = createPacer(10, () => nowMs);
    nowMs = 5_000;
    const startMs = performance.now();
    for (let count = 0; count < 50; count += 1) await wait(undefined);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });

  test("at full speed the event loop gets its turn every 20 chunks", async () => {
    const wait = createPacer(0);
    let turns = 0;
    let isRunning = true;
    const counting = (async () => {
      while (isRunning) {
        await setImmediate();
        turns += 1;
      }
    })();
    for (let count = 0; count < 1_000; count += 1) await wait(undefined);
    isRunning = false;
    await counting;
    expect(turns).toBeGreaterThanOrEqual(49);
    expect(turns).toBeLessThanOrEqual(60);
  });

  test("an abort ends the wait, without an error", async () => {
    const wait = createPacer(0.1);
    const startMs = performance.now();
    await wait(undefined);
    await wait(AbortSignal.timeout(20));
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});

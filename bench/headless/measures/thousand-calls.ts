import { median, type Result } from "../../server/support/bench-server";
import { openSessionLoop } from "../session-loop";

export const title = "1,000 browser tool calls one after another over 50 threads";
export const must = "time a call grows ≤ 1.2 ×, no leak";

const THREADS = 50;
const ROUNDS = 20;
/** Rounds that warm up. */
const SKIPPED = 2;
const SAMPLE = 4;
const MAX_GROWTH = 1.2;
/** What a thousand calls may leave behind: 20 KiB a call, far under a thread's messages and checkpoints in memory. */
const MAX_LEFT_BYTES = 20 * 1024 * 1000;

export async function run(): Promise<Result> {
  const session = await openSessionLoop();
  const threads: string[] = [];
  const rounds: number[][] = [];
  let heapBefore = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const times: number[] = [];
    for (let place = 0; place < THREADS; place += 1) {
      await session.open(threads[place]);
      times.push((await session.turn()).totalMs);
      threads[place] = session.threadId();
    }
    rounds.push(times);
    if (round === SKIPPED) heapBefore = heap();
  }
  const left = heap() - heapBefore;
  await session.close();
  const first = median(rounds.slice(SKIPPED, SKIPPED + SAMPLE).flat());
  const last = median(rounds.slice(-SAMPLE).flat());
  return {
    measured: `${(last / first).toFixed(2)} × (${first.toFixed(1)} to ${last.toFixed(1)} ms), heap ${(left / 2 ** 20).toFixed(1)} MiB more`,
    isMet: last <= MAX_GROWTH * first && left <= MAX_LEFT_BYTES,
    notes: [
      `a turn is a message, a call in the page, an answer; ${ROUNDS * THREADS} turns, server and page in one process`,
    ],
  };
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

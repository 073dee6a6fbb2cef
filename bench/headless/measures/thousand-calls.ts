import { setTimeout as wait } from "node:timers/promises";
import { median, type Result } from "../../server/support/bench-server";
import { openSessionLoop } from "../session-loop";

export const title = "1,000 browser tool calls one after another over 50 threads; then the heap after three times 500";
export const must = "time a call grows ≤ 1.2 ×, no leak";

const THREADS = 50;
const ROUNDS = 20;
/** Rounds that warm up. */
const SKIPPED = 2;
const SAMPLE = 4;
const MAX_GROWTH = 1.2;
const HEAP_ROUNDS = 10;
/** The last 500 calls may leave so much more than the 500 before them: less than one message of each call. */
const MAX_LEAK_BYTES = 1024 * THREADS * HEAP_ROUNDS;
/** How long the server keeps a run's events here. */
const KEEP_MS = 500;

export async function run(): Promise<Result> {
  const session = await openSessionLoop({ eventLog: { keepMs: KEEP_MS } });
  const rounds = await play(session, ROUNDS);
  const first = median(rounds.slice(SKIPPED, SKIPPED + SAMPLE).flat());
  const last = median(rounds.slice(-SAMPLE).flat());
  // Other threads each time, as long as the ones before: what is kept of a bounded number of things is the same then.
  const heaps: number[] = [];
  for (let part = 0; part < 3; part += 1) {
    await play(session, HEAP_ROUNDS);
    await session.open(undefined);
    await wait(2 * KEEP_MS);
    heaps.push(heap());
  }
  await session.close();
  const [, before = 0, after = 0] = heaps;
  return {
    measured: `${(last / first).toFixed(2)} × (${first.toFixed(1)} to ${last.toFixed(1)} ms), heap ${heaps.map(mebibytes).join(", ")} MiB`,
    isMet: last <= MAX_GROWTH * first && after - before <= MAX_LEAK_BYTES,
    notes: [
      `a turn is a message, a call in the page, an answer; server and page in one process`,
      `the heap may grow by ${mebibytes(MAX_LEAK_BYTES)} MiB from the second to the third 500`,
    ],
  };
}

/** One call a thread and round, over new threads; the times of each round. */
async function play(session: Awaited<ReturnType<typeof openSessionLoop>>, count: number): Promise<number[][]> {
  const threads: string[] = [];
  const rounds: number[][] = [];
  for (let round = 0; round < count; round += 1) {
    const times: number[] = [];
    for (let place = 0; place < THREADS; place += 1) {
      await session.open(threads[place]);
      times.push((await session.turn()).totalMs);
      threads[place] = session.threadId();
    }
    rounds.push(times);
  }
  return rounds;
}

const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

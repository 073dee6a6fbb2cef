import { median, type Result } from "../../server/support/bench-server";
import { openBareLoop } from "../bare-loop";
import { openSessionLoop } from "../session-loop";

export const title = "200 browser tool calls in one thread: our own cost a call";
export const must = "grows ≤ 1.2 ×";

const TURNS = 200;
const SKIPPED = 20;
const SAMPLE = 40;
const MAX_GROWTH = 1.2;

export async function run(): Promise<Result> {
  const bare = await openBareLoop();
  const session = await openSessionLoop();
  const own: number[] = [];
  const totals: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const alone = await bare.turn("thread", turn);
    const whole = await session.turn();
    totals.push(whole.totalMs);
    own.push(whole.totalMs - alone.totalMs);
  }
  await session.close();
  await bare.close();
  const first = median(own.slice(SKIPPED, SKIPPED + SAMPLE));
  const last = median(own.slice(-SAMPLE));
  return {
    measured: `${(last / first).toFixed(2)} × (${first.toFixed(1)} to ${last.toFixed(1)} ms)`,
    isMet: last <= MAX_GROWTH * first,
    notes: [
      `whole turns ${median(totals.slice(SKIPPED, SKIPPED + SAMPLE)).toFixed(1)} to ${median(totals.slice(-SAMPLE)).toFixed(1)} ms`,
    ],
  };
}

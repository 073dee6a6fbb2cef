import { median, type Result } from "../../server/support/bench-server";
import { openBareLoop } from "../bare-loop";
import { openSessionLoop } from "../session-loop";

export const title =
  "Interrupt to the resumed first token, instant tool, loopback, claim and journal (in memory) included";
export const must = "≤ the bare graph on the same saver + 15 ms";

const TURNS = 120;
const WARM_UP = 20;
const MAX_MORE_MS = 15;

export async function run(): Promise<Result> {
  const bare = await openBareLoop();
  const session = await openSessionLoop();
  const [ours, bares]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    bares.push((await bare.turn(`thread-${turn}`, 0)).resumeMs);
    await session.open(undefined);
    ours.push((await session.turn()).resumeMs);
  }
  await session.close();
  await bare.close();
  const [own, other] = [median(ours.slice(WARM_UP)), median(bares.slice(WARM_UP))];
  return {
    measured: `${own.toFixed(1)} ms, bare graph ${other.toFixed(1)} ms`,
    isMet: own <= other + MAX_MORE_MS,
    notes: [`${TURNS - WARM_UP} turns each, medians`, `${(own - other).toFixed(1)} ms more`],
  };
}

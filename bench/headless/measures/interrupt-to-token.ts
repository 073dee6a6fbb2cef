import { median, type Result } from "../../server/support/bench-server";
import { openBareLoop } from "../bare-loop";
import { openSessionLoop } from "../session-loop";

export const title =
  "Interrupt to the resumed first token, instant tool, loopback, claim and journal (in memory) included";
export const must = "≤ the bare graph on the same saver + 15 ms";

const TURNS = 120;
const WARM_UP = 20;
const MAX_MORE_MS = 15;
const PARTS = ["interrupt to claim", "claim to resume sent", "resume sent to taken", "taken to first token"];

export async function run(): Promise<Result> {
  const bare = await openBareLoop();
  const session = await openSessionLoop();
  const [ours, bares]: [number[], number[]] = [[], []];
  const parts: number[][] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    bares.push((await bare.turn(`thread-${turn}`, 0)).resumeMs);
    await session.open(undefined);
    const { resumeMs, marks } = await session.turn();
    ours.push(resumeMs);
    parts.push([
      marks.claimedAt - marks.pausedAt,
      marks.resumeSentAt - marks.claimedAt,
      marks.resumeHeadAt - marks.resumeSentAt,
      marks.firstWordAt - marks.resumeHeadAt,
    ]);
  }
  await session.close();
  await bare.close();
  const [own, other] = [median(ours.slice(WARM_UP)), median(bares.slice(WARM_UP))];
  return {
    measured: `${own.toFixed(1)} ms, bare graph ${other.toFixed(1)} ms`,
    isMet: own <= other + MAX_MORE_MS,
    notes: [
      `${TURNS - WARM_UP} turns each, medians`,
      `${(own - other).toFixed(1)} ms more`,
      ...PARTS.map(
        (name, place) => `${name} ${median(parts.slice(WARM_UP).map((of) => of[place] ?? 0)).toFixed(1)} ms`,
      ),
    ],
  };
}

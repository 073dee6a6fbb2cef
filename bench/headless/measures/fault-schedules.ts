import fc from "fast-check";
import { faultOf, schedules, WORLDS } from "@/lib/headless/test-support/fault-schedule";
import type { Result } from "../../server/support/bench-server";

export const title =
  "500 random schedules of reload, crash, freeze, lost answers, second tab and browser, lease expiry";
export const must = "no second run without a yes, no call lost, no thread stuck";

const SCHEDULES = 500;

export async function run(): Promise<Result> {
  const seed = Date.now();
  const found = fc.sample(schedules, { numRuns: SCHEDULES, seed });
  const faults: string[] = [];
  for (const [place, steps] of found.entries()) {
    for (const world of WORLDS) {
      const fault = await faultOf(steps, world);
      if (fault !== undefined) faults.push(`schedule ${place} of seed ${seed}: ${fault}`);
    }
  }
  return {
    measured: `${faults.length} faults`,
    isMet: faults.length === 0,
    notes: [
      `each in ${WORLDS.length} worlds: with and without locks between tabs, with a click`,
      ...faults.slice(0, 3),
    ],
  };
}

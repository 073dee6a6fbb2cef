import fc from "fast-check";
import type { Result } from "../../server/support/bench-server";
import { faultSchedules, openFaultWorld } from "../fault-world";

export const title =
  "500 random schedules of reload, kill, lost connection, second and third tab, over HTTP and SQLite";
export const must = "no second run without a yes, one answer each, every thread takes a next message";

const SCHEDULES = 500;

export async function run(): Promise<Result> {
  const seed = Date.now();
  const world = await openFaultWorld();
  const faults: string[] = [];
  const startedAt = performance.now();
  for (const [place, schedule] of fc.sample(faultSchedules, { numRuns: SCHEDULES, seed }).entries()) {
    const fault = await world.play(schedule);
    if (fault !== undefined) faults.push(`schedule ${place} of seed ${seed}: ${fault}`);
  }
  await world.close();
  return {
    measured: `${faults.length} faults`,
    isMet: faults.length === 0,
    notes: [`${((performance.now() - startedAt) / 1000).toFixed(0)} s`, ...faults.slice(0, 3)],
  };
}

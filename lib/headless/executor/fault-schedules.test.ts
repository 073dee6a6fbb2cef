import fc from "fast-check";
import { expect, it } from "vitest";
import { faultOf, schedules, WORLDS } from "../test-support/fault-schedule";

const RUNS = process.env.CI ? 300 : 120;

it.each(WORLDS)("no call runs twice without a yes, none is lost, none is answered twice: %o", async (world) => {
  await fc.assert(
    fc.asyncProperty(schedules, async (steps) => {
      expect(await faultOf(steps, world)).toBeUndefined();
    }),
    { numRuns: RUNS },
  );
});

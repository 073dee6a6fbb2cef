import fc from "fast-check";
import { expect, it } from "vitest";
import { faultOf, type Step, schedules, WORLDS } from "../test-support/fault-schedule";

const RUNS = process.env.CI ? 300 : 120;

it.each(WORLDS)("no call runs twice without a yes, none is lost, none is answered twice: %o", async (world) => {
  await fc.assert(
    fc.asyncProperty(schedules, async (steps) => {
      expect(await faultOf(steps, world)).toBeUndefined();
    }),
    { numRuns: RUNS },
  );
});

const TAKEN_OVER: readonly Step[] = [
  { type: "open", browser: 1 },
  { type: "kill", tab: 0 },
  { type: "wait", ms: 130_000 },
  { type: "open", browser: 0 },
];

it.each(WORLDS)("a page that goes on with a claim taken over asks, as the page before it did: %o", async (world) => {
  expect(await faultOf(TAKEN_OVER, world)).toBeUndefined();
});

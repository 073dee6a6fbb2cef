import fc from "fast-check";
import { expect, it } from "vitest";
import { faultSchedules, openFaultWorld } from "./fault-world";

const SCHEDULES = 50;

it("whatever is reloaded, killed or cut off: one run without a yes, one answer, and the thread takes a next message", async () => {
  const world = await openFaultWorld();
  await fc.assert(
    fc.asyncProperty(faultSchedules, async (faults) => {
      expect(await world.play(faults)).toBeUndefined();
    }),
    { numRuns: SCHEDULES, endOnFailure: true },
  );
  await world.close();
}, 240_000);

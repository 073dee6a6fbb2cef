import { z } from "zod";
import { defineHeadlessTool, type HeadlessPolicy } from "../contract";

/** The browser tool `act`, which runs by itself but not twice unless `policy` says so, and how often it has run. */
export function createActTool(
  execute: (run: number, callId: string) => unknown = () => "did",
  policy: Partial<HeadlessPolicy> = {},
) {
  let runs = 0;
  const tool = defineHeadlessTool({
    name: "act",
    title: "Act",
    description: "Acts.",
    reason: "To test.",
    input: z.object({}),
    policy: { consent: "auto", idempotent: false, ...policy },
  }).implement((_args, { callId }) => {
    runs += 1;
    return execute(runs, callId);
  });
  return { tool, runs: () => runs };
}

import type { HeadlessOutcome } from "../tool-event";
import type { CallState } from "./call-machine";

/** True where a tool's own code runs, or may have run: here before, or in another tab. */
export function hasBegun(state: CallState): boolean {
  if (state.phase === "cancelled") return state.mayHaveRun === true;
  if (state.phase === "executed") return hasRun(state.outcome);
  if (state.phase === "claiming") return state.intent.mayHaveRun;
  if (state.phase === "click") return state.mayHaveRun === true;
  return state.phase === "executing" || state.phase === "interrupted" || state.phase === "elsewhere";
}

function hasRun(outcome: HeadlessOutcome): boolean {
  return outcome.type === "success" || (outcome.code !== "tool_declined" && outcome.code !== "tool_input_invalid");
}

/** True while the person must decide. */
export function isAwaitingPerson(state: CallState): boolean {
  return state.phase === "consent" || state.phase === "click" || state.phase === "interrupted";
}

/** True while the person's no waits for the right to be said. */
export function isDeclining(state: CallState): boolean {
  if (state.phase !== "claiming" && state.phase !== "elsewhere") return false;
  return state.intent.type === "answer" && state.intent.ifBegun !== undefined;
}

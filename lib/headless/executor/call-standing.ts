import type { CallState } from "./call-machine";

/** True where a tool's own code runs, or may have run: here before, or in another tab. */
export function hasBegun(state: CallState): boolean {
  if (state.phase === "cancelled") return state.mayHaveRun === true;
  return state.phase === "executing" || state.phase === "interrupted" || state.phase === "elsewhere";
}

/** True while the person must decide. */
export function isAwaitingPerson(state: CallState): boolean {
  return state.phase === "consent" || state.phase === "click" || state.phase === "interrupted";
}

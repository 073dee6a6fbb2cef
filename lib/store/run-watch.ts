import type { StoreApi } from "zustand/vanilla";
import type { RunProblem, SessionState } from "./session-state";

export type RunInfo = { readonly threadId: string; readonly runId: string };

/** How a run ended: `interrupted` waits for an answer, `stopped` was stopped by the person. */
export type RunEnd = RunInfo & { readonly outcome: "success" | "interrupted" | "stopped" | "error" };

export type RunCallbacks = {
  readonly onRunStart?: ((run: RunInfo) => void) | undefined;
  readonly onRunEnd?: ((run: RunEnd) => void) | undefined;
  /** Told of each problem once, whether or not a run was under way. */
  readonly onError?: ((problem: RunProblem) => void) | undefined;
};

/** Tells of runs as the page sees them. A run that is left behind, because another thread is shown, has no end here. */
export function watchRuns(store: StoreApi<SessionState>, callbacks: () => RunCallbacks): () => void {
  return store.subscribe((state, before) => {
    const { onRunStart, onRunEnd, onError } = callbacks();
    if (before.runId !== undefined && before.runId !== state.runId && before.threadId === state.threadId) {
      onRunEnd?.({ threadId: before.threadId ?? "", runId: before.runId, outcome: outcomeOf(state, before) });
    }
    if (state.runId !== undefined && state.runId !== before.runId) {
      onRunStart?.({ threadId: state.threadId ?? "", runId: state.runId });
    }
    if (state.problem !== undefined && state.problem !== before.problem) onError?.(state.problem);
  });
}

function outcomeOf(state: SessionState, before: SessionState): RunEnd["outcome"] {
  if (state.problem !== undefined) return "error";
  if (before.status === "stopping") return "stopped";
  return state.interrupts.length > 0 ? "interrupted" : "success";
}

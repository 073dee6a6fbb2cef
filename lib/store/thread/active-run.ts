import type { RunProblem } from "../session-state";

/** The run that this page follows. */
export type ActiveRun = {
  readonly abort: AbortController;
  readonly startedAtMs: number;
  /** Resolves with the run's id, or with undefined when it came to nothing before it had one. */
  readonly known: PromiseWithResolvers<string | undefined>;
  runId: string | undefined;
  /** The key of its start, where this page started it or the server tells. */
  readonly startKey: string | undefined;
  /** False until the first event: the request is under way. */
  hasEvents: boolean;
  /** The person stopped it: nothing that it still says is shown. */
  isStopped: boolean;
  /** The person stopped it in another tab, which delivers that and it ends soon, or on another device. */
  isStoppedElsewhere: boolean;
  /** It has told what it waits for. */
  isPaused: boolean;
  problem: RunProblem | undefined;
};

export function createActiveRun(
  startedAtMs: number,
  { runId, startKey }: { readonly runId?: string; readonly startKey?: string | undefined },
): ActiveRun {
  const known = Promise.withResolvers<string | undefined>();
  if (runId !== undefined) known.resolve(runId);
  return {
    abort: new AbortController(),
    startedAtMs,
    known,
    runId,
    startKey,
    hasEvents: false,
    isStopped: false,
    isStoppedElsewhere: false,
    isPaused: false,
    problem: undefined,
  };
}

import { ToolweaveError } from "@/lib/errors";

/** How long a client waits before it asks for a run again when too many go on. */
const RUN_RETRY_S = 5;
/** The same for whatever else is open. */
const OPEN_RETRY_S = 5;

/** The thread that a request names is not there. */
export function threadNotFound(threadId: string): ToolweaveError {
  return new ToolweaveError("not_found", `Thread ${threadId} not found.`, { context: { thread_id: threadId } });
}

/** A checkpoint that a request names is not there, or not any more. */
export function checkpointNotFound(threadId: string, checkpointId: string): ToolweaveError {
  return new ToolweaveError("not_found", `Thread ${threadId} has no checkpoint ${checkpointId}.`, {
    context: { field: "checkpoint_id" },
  });
}

/** The thread has a run, and the request did not say what to do with it. */
export function threadBusy(threadId: string): ToolweaveError {
  return new ToolweaveError(
    "busy",
    "A run is going on on this thread. Wait for its end, stop it, or choose another multitask_strategy.",
    { context: { thread_id: threadId, field: "multitask_strategy" } },
  );
}

/** Part of the wire that this server does not speak. */
export function unsupported(field: string, problem: string): ToolweaveError {
  return new ToolweaveError("unsupported", `${field}: ${problem}`, { context: { field } });
}

/** The same key came with another request. */
export function keyReused(): ToolweaveError {
  return new ToolweaveError("conflict", "This Idempotency-Key was used for another request; use a new one.");
}

/** The user has asked too much in the last minute. */
export function rateLimited(retryAfterS: number): ToolweaveError {
  return new ToolweaveError("rate_limited", `Too many requests at once. Wait ${retryAfterS} s, then try again.`, {
    context: { retry_after_s: retryAfterS },
  });
}

/** As many runs of the user go on as may. */
export function tooManyRuns(limit: number): ToolweaveError {
  const sentence =
    limit === 1
      ? "An answer is being written for you already, and there may be one at a time. Wait for its end, or stop it."
      : `${limit} answers are being written for you already, as many as there may be at a time. Wait for one to end, or stop one.`;
  return new ToolweaveError("rate_limited", sentence, { context: { limit, retry_after_s: RUN_RETRY_S } });
}

/** As many answers are followed by the user as may be. */
export function tooManyStreams(limit: number): ToolweaveError {
  const sentence =
    limit === 1
      ? "You are following an answer already, and may follow one at a time. Close its tab or program, or wait for its end."
      : `You are following ${limit} answers already, as many as you may at a time. Close one of their tabs or programs, or wait for one to end.`;
  return new ToolweaveError("rate_limited", sentence, { context: { limit, retry_after_s: OPEN_RETRY_S } });
}

/** As many archives are made for the user as may be. */
export function tooManyExports(limit: number): ToolweaveError {
  const made = limit === 1 ? "A download of your data is" : `${limit} downloads of your data are`;
  return new ToolweaveError("rate_limited", `${made} going on already. Wait for one to end, then try again.`, {
    context: { limit, retry_after_s: OPEN_RETRY_S },
  });
}

/** Too late for a new run. */
export function shuttingDown(): ToolweaveError {
  return new ToolweaveError("shutting_down", "The server is shutting down and takes no new runs.");
}

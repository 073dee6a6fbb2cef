import { ToolweaveError } from "@/lib/errors";

/** How long a client waits before it asks for a run again when too many go on. */
const RUN_RETRY_S = 5;

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

/** As many runs of the user go on as may. */
export function tooManyRuns(limit: number): ToolweaveError {
  const sentence =
    limit === 1
      ? "An answer is being written for you already, and there may be one at a time. Wait for its end, or stop it."
      : `${limit} answers are being written for you already, as many as there may be at a time. Wait for one to end, or stop one.`;
  return new ToolweaveError("rate_limited", sentence, { context: { limit, retry_after_s: RUN_RETRY_S } });
}

/** Too late for a new run. */
export function shuttingDown(): ToolweaveError {
  return new ToolweaveError("shutting_down", "The server is shutting down and takes no new runs.");
}

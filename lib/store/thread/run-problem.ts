import { errorMessage, isToolweaveError, isToolweaveErrorCode, type ToolweaveErrorCode } from "@/lib/errors";
import type { ErrorData } from "@/lib/protocol";
import type { NewestRun } from "@/lib/transport";
import type { RunProblem } from "../session-state";

/** Where the same again gives the same again. */
const HOPELESS: ReadonlySet<ToolweaveErrorCode> = new Set(["bad_request", "not_found", "too_large", "unsupported"]);

/** What a run's own `error` event says to the person. */
export function problemOfRun({ code, message, error }: ErrorData): RunProblem {
  const known = isToolweaveErrorCode(code) ? code : "internal";
  return { code: known, message: message || error || "The run failed.", canRetry: !HOPELESS.has(known) };
}

/** True for a run that came to no good end by itself: it failed, or the server that ran it was stopped. Not one that a person stopped. */
export function hasFailed({ status, error }: Pick<NewestRun, "status" | "error">): boolean {
  return status === "error" || error !== undefined;
}

/** What a failed request says to the person. */
export function problemOf(error: unknown): RunProblem {
  if (!isToolweaveError(error)) return { code: "internal", message: errorMessage(error), canRetry: true };
  return { code: error.code, message: error.message, canRetry: !HOPELESS.has(error.code) };
}

import { errorMessage, isToolweaveError, isToolweaveErrorCode, type ToolweaveErrorCode } from "@/lib/errors";
import type { ErrorData } from "@/lib/protocol";
import type { RunProblem } from "../session-state";

/** Where the same again gives the same again. */
const HOPELESS: ReadonlySet<ToolweaveErrorCode> = new Set(["bad_request", "not_found", "too_large", "unsupported"]);

/** What a run's own `error` event says to the person. */
export function problemOfRun({ code, message, error }: ErrorData): RunProblem {
  const known = isToolweaveErrorCode(code) ? code : "internal";
  return { code: known, message: message || error || "The run failed.", canRetry: !HOPELESS.has(known) };
}

/** What a failed request says to the person. */
export function problemOf(error: unknown): RunProblem {
  if (!isToolweaveError(error)) return { code: "internal", message: errorMessage(error), canRetry: true };
  return { code: error.code, message: error.message, canRetry: !HOPELESS.has(error.code) };
}

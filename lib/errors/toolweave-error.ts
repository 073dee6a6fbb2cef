/** What can go wrong with data, the network or a person's environment; the `code` is stable, the message is for people. */
const CODES = [
  "bad_request",
  "unauthenticated",
  "unauthorized",
  "not_found",
  "conflict",
  "busy",
  "interrupt_not_pending",
  "resume_ambiguous",
  "claimed_elsewhere",
  "too_large",
  "rate_limited",
  "limit_reached",
  "unsupported",
  "events_gone",
  "shutting_down",
  "data_folder_unusable",
  "model_not_configured",
  "model_key_missing",
  "model_key_refused",
  "model_package_missing",
  "provider_error",
  "provider_overloaded",
  "provider_rate_limited",
  "provider_cut_off",
  "connection_lost",
  "stream_malformed",
  "tool_failed",
  "tool_declined",
  "tool_timed_out",
  "tool_cancelled",
  "tool_unavailable",
  "tool_input_invalid",
  "tool_output_invalid",
  "gesture_spent",
  "server_restarted",
  "server_stopped",
  "internal",
] as const;

export type ToolweaveErrorCode = (typeof CODES)[number];

/** True for a code of ours; a code from the network may be anything. */
export function isToolweaveErrorCode(value: unknown): value is ToolweaveErrorCode {
  return (CODES as readonly unknown[]).includes(value);
}

/** Machine-readable context of an error: which field, thread, run, tool. Never holds secrets or message content. */
export type ToolweaveErrorContext = Readonly<Record<string, string | number | boolean | null | undefined>>;

const MARK = Symbol.for("toolweave.error");

/**
 * A data problem: the message says what happened, where, and what to do.
 * Recognise it with `isToolweaveError`, never with `instanceof` (two copies of a module may be loaded).
 */
export class ToolweaveError extends Error {
  readonly code: ToolweaveErrorCode;
  readonly context: ToolweaveErrorContext;
  readonly [MARK] = true;

  constructor(
    code: ToolweaveErrorCode,
    message: string,
    options: { context?: ToolweaveErrorContext; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ToolweaveError";
    this.code = code;
    this.context = options.context ?? {};
  }
}

/** True for every ToolweaveError, from whichever copy of this module it came. */
export function isToolweaveError(value: unknown): value is ToolweaveError {
  return typeof value === "object" && value !== null && MARK in value;
}

/** What was asked for is not there, or not for this person. */
export function isNotFound(error: unknown): boolean {
  return isToolweaveError(error) && error.code === "not_found";
}

/** The text of anything that was thrown, for a sentence that quotes it. */
export function errorMessage(error: unknown): string {
  if (error instanceof Error) return error.message;
  try {
    return String(error);
  } catch {
    return "An object that says nothing of itself was thrown."; // one without a prototype
  }
}

/** True for what an AbortController causes; an abort is never an error to show. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.name === "ResponseAborted");
}

import { isToolweaveError, type ToolweaveErrorCode } from "@/lib/errors";

/** Codes that a request can be refused with; everything else is a fault of the server. */
const STATUSES: Partial<Record<ToolweaveErrorCode, number>> = {
  bad_request: 400,
  unauthenticated: 401,
  unauthorized: 403,
  not_found: 404,
  conflict: 409,
  interrupt_not_pending: 409,
  claimed_elsewhere: 409,
  events_gone: 410,
  too_large: 413,
  rate_limited: 429,
  limit_reached: 422,
  busy: 422,
  resume_ambiguous: 422,
  unsupported: 422,
  shutting_down: 503,
};

/** `{code, message}` and the error's context, with the status that the code means. Unknown errors tell nothing. */
export function toErrorResponse(error: unknown): Response {
  if (!isToolweaveError(error)) {
    return Response.json({ code: "internal", message: "Something went wrong on the server." }, { status: 500 });
  }
  const status = STATUSES[error.code] ?? 500;
  const { retry_after_s: retryAfterS } = error.context;
  const headers: HeadersInit = typeof retryAfterS === "number" ? { "retry-after": String(retryAfterS) } : {};
  return Response.json({ ...error.context, code: error.code, message: error.message }, { status, headers });
}

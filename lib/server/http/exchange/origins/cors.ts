import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { AllowedOrigins } from "./allowed-origins";

const PREFLIGHT_MAX_AGE_S = 600;

/** What a client must be able to read to come back to a run and to turn pages. */
const EXPOSED = ["content-location", "location", "x-pagination-total", "x-pagination-next", "retry-after"];
const ALLOWED = [
  "content-type",
  "content-disposition",
  "range",
  "last-event-id",
  "idempotency-key",
  "x-api-key",
  "authorization",
  "prefer",
];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Lets pages of other origins use the api where they are allowed to, with a key or token of their own: the cookie is not
 * theirs to send. Pages of any other origin get nothing.
 */
export function crossOrigin(isAllowed: AllowedOrigins): MiddlewareHandler {
  return cors({
    origin: (origin) => (isAllowed(origin) ? origin : null),
    allowMethods: METHODS,
    allowHeaders: ALLOWED,
    exposeHeaders: EXPOSED,
    maxAge: PREFLIGHT_MAX_AGE_S,
  });
}

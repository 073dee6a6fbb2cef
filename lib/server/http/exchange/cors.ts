import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

const PREFLIGHT_MAX_AGE_S = 600;

/** What a client must be able to read to come back to a run and to turn pages. */
const EXPOSED = ["content-location", "location", "x-pagination-total", "x-pagination-next"];
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

/** Lets pages of this machine use the api from another port. Pages of any other origin get nothing. */
export function loopbackCors(): MiddlewareHandler {
  return cors({
    origin: (origin) => (isLoopback(origin) ? origin : null),
    allowMethods: METHODS,
    allowHeaders: ALLOWED,
    exposeHeaders: EXPOSED,
    maxAge: PREFLIGHT_MAX_AGE_S,
  });
}

/** True for a page that this machine itself serves. */
export function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname, protocol } = new URL(origin);
  if (protocol !== "http:" && protocol !== "https:") return false;
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]"
  );
}

import type { MiddlewareHandler } from "hono";
import { ToolweaveError } from "@/lib/errors";
import type { AllowedOrigins } from "./allowed-origins";
import { READING } from "./is-reading";

/**
 * Refuses what would change something for a page of another site: a browser sends a request without a body, or with a form,
 * without asking us first. Requests without an Origin come from no page.
 */
export function ownOriginOnly(isAllowed: AllowedOrigins): MiddlewareHandler {
  return async (context, next) => {
    const request = context.req.raw;
    const origin = request.headers.get("origin");
    const isFine = origin === null || READING.includes(request.method) || isAllowed(origin) || isOwn(origin, request);
    if (isFine) return next();
    throw new ToolweaveError("unauthorized", "Pages of this origin may not change anything here.", {
      context: { origin },
    });
  };
}

/** A page can set none of these headers without asking first. A proxy in front may have put its own name into Host. */
function isOwn(origin: string, { headers, url }: Request): boolean {
  if (headers.get("sec-fetch-site") === "same-origin") return true;
  if (!URL.canParse(origin)) return false;
  const forwarded =
    headers
      .get("x-forwarded-host")
      ?.split(",")
      .map((host) => host.trim()) ?? [];
  return [new URL(url).host, headers.get("host"), ...forwarded].includes(new URL(origin).host);
}

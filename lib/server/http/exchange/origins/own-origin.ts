import type { MiddlewareHandler } from "hono";
import { ToolweaveError } from "@/lib/errors";
import { READING } from "../is-reading";
import type { AllowedOrigins } from "./allowed-origins";

/**
 * Refuses what would change something for a page of another origin that is not allowed to: a browser sends a request without
 * a body, or with a form, without asking us first. Programs say neither where a request comes from nor whose page sent it.
 */
export function ownOriginOnly(isAllowed: AllowedOrigins): MiddlewareHandler {
  return async (context, next) => {
    const request = context.req.raw;
    const origin = request.headers.get("origin");
    const isFine = READING.includes(request.method) || isOwnPage(request) || (origin !== null && isAllowed(origin));
    if (isFine) return next();
    throw new ToolweaveError("unauthorized", "Pages of this origin may not change anything here.", {
      context: origin === null ? {} : { origin },
    });
  };
}

/**
 * Whether a request comes from a page of this very origin, its port among it, from a person who opened the address, or from
 * a program. To a browser, pages of the other ports of a machine are of the same site: they bring its cookies along. What
 * only reads names no origin where its answer is not for the page (a link, an image).
 */
export function isOwnPage({ method, headers, url }: Request): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site"); // no page can set it, and it is right behind a proxy too
  if (site !== null) return site === "same-origin" || site === "none" || (origin === null && READING.includes(method));
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  const forwarded = headers.get("x-forwarded-host")?.split(",") ?? []; // a proxy in front may have put its own name into Host
  const names = [new URL(url).host, headers.get("host"), ...forwarded].map((name) => name?.trim());
  return names.includes(new URL(origin).host);
}

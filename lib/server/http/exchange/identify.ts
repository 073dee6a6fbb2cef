import type { MiddlewareHandler } from "hono";
import { isToolweaveError } from "@/lib/errors";
import { type Authenticate, NOBODY, unauthenticated, type VisitorCookies } from "../../users";
import type { AppEnv } from "../services";
import { isReading } from "./is-reading";
import { limitBody } from "./limits/limit-body";
import type { StrangerLimits } from "./limits/limit-strangers";
import { isOwnPage } from "./origins/own-origin";

export type IdentifyParts = {
  readonly authenticate: Authenticate;
  /** Gives the page its cookie where no proxy does; `undefined` where visitors are not known by one. */
  readonly cookies: VisitorCookies | undefined;
  /** What only this server can say of a text, and says again after a restart. */
  readonly sign: (text: string) => string;
  /** Told about each user before the request is served. */
  readonly onUser: (user: { readonly userId: string }) => Promise<void>;
};

/** The same for everybody: nothing in it belongs to anybody, and a frame can send no header. */
const PUBLIC = ["/ok", "/openapi.json", "/artifact-frame", "/diagram-frame"];

/**
 * Says of each request whose it is. Without a user, what only reads finds nothing, and the rest is refused
 * (`unauthenticated`). `/info`, which a page asks for first, hands out the cookie. What a page of another origin sends counts
 * without its cookies, which are not that page's: it brings a key or token of its own.
 */
export function identify(basePath: string, parts: IdentifyParts, strangers: StrangerLimits): MiddlewareHandler<AppEnv> {
  const { authenticate, cookies, onUser } = parts;
  const start = basePath.replace(/\/$/, "").length;

  return async (context, next) => {
    const { method } = context.req;
    const path = context.req.path.slice(start);
    if (PUBLIC.includes(path)) {
      context.set("user", NOBODY);
      return next();
    }
    const request = context.req.raw;
    const isOwn = isOwnPage(request);
    const refusal = () => unauthenticated(isOwn ? WHO_ARE_YOU : BRING_A_KEY);
    const user = await authenticate(isOwn ? request : withoutCookies(request)).catch(async (error: unknown) => {
      if (isToolweaveError(error)) await strangers.refused(request);
      throw error;
    });
    if (user instanceof Response) {
      if (!user.ok) await strangers.refused(request);
      return user;
    }
    if (user) await onUser(user);
    else if (isReading(method, path) && !path.startsWith("/users/") && declaredBytes(request) <= MAX_STRANGER_BYTES) {
      await strangers.answered(request);
      context.req.raw = limitBody(request, MAX_STRANGER_BYTES, refusal);
    } else {
      await strangers.refused(request);
      throw refusal();
    }
    context.set("user", user ?? NOBODY);
    await next();
    const isForeign = !isOwn || context.req.header("sec-fetch-site")?.endsWith("-site");
    if (path !== "/info" || isForeign) return; // its browser may have a cookie that is not sent with this
    const cookie = user ? undefined : cookies?.issue(request);
    if (cookie) context.header("set-cookie", cookie, { append: true });
  };
}

/** A question of nobody is answered with nothing, and so need not be long. */
const MAX_STRANGER_BYTES = 16 * 1024;

const WHO_ARE_YOU =
  "This browser is not known here, or not any more. Reload the page, and go on as somebody new. " +
  "(A program says who it is with a key in x-api-key.)";

const BRING_A_KEY =
  "Pages of another origin say who they are with a key in x-api-key, or what this server asks for: " +
  "the cookies of this browser are not theirs to send.";

function declaredBytes({ headers }: Request): number {
  return Number(headers.get("content-length") ?? 0);
}

/** The body is left where it is: nobody who only asks whose a request is needs it. */
function withoutCookies({ url, method, headers: sent }: Request): Request {
  const headers = new Headers(sent);
  headers.delete("cookie");
  return new Request(url, { method, headers });
}

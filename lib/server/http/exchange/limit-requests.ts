import type { MiddlewareHandler } from "hono";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { rateLimited } from "../../runs/refusals";
import { NOBODY } from "../../users";
import type { AppEnv } from "../services";

const MINUTE_S = 60;

/**
 * Refuses what one user asks beyond so many requests a minute, and says when to ask again; nobody else is held up. Requests
 * of nobody are not counted: they read nothing and change nothing, and one stranger must not lock out the next.
 */
export function limitRequests(perMinute: number): MiddlewareHandler<AppEnv> {
  if (perMinute === Number.POSITIVE_INFINITY) return (_, next) => next();
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE_S });
  return async (context, next) => {
    const { userId } = context.var.user;
    if (userId !== NOBODY.userId) await limiter.consume(userId).catch(refuse);
    await next();
  };
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  throw rateLimited(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)));
}

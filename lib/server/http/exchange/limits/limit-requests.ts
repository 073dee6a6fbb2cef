import type { MiddlewareHandler } from "hono";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { NOBODY } from "../../../users";
import type { AppEnv } from "../../services";
import { refuse } from "./limit-strangers";

const MINUTE_S = 60;

/**
 * Refuses what one user asks beyond so many requests a minute, and says when to ask again; nobody else is held up. Requests
 * of nobody are not counted here: they find nothing and change nothing (`limitStrangers` counts those that are refused).
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

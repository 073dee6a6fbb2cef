import type { MiddlewareHandler } from "hono";
import { NOBODY } from "../../../users";
import type { AppEnv } from "../../services";
import { createMinuteLimit } from "./minute-limit";

/**
 * Refuses what one user asks beyond so many requests a minute, and says when to ask again; nobody else is held up. Requests
 * of nobody are counted by their address (`limitStrangers`).
 */
export function limitRequests(perMinute: number): MiddlewareHandler<AppEnv> {
  const count = createMinuteLimit(perMinute);
  return async (context, next) => {
    const { userId } = context.var.user;
    if (userId !== NOBODY.userId) await count(userId);
    await next();
  };
}

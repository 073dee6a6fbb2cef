import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { rateLimited } from "./refusals";

const MINUTE_S = 60;

/** Counts one for a key. Rejects with `rate_limited`, and the time to wait, where it had too many in the last minute. */
export type MinuteLimit = (key: string | number) => Promise<void>;

export function createMinuteLimit(perMinute: number): MinuteLimit {
  if (perMinute === Number.POSITIVE_INFINITY) return async () => {};
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE_S });
  return async (key) => {
    await limiter.consume(key).catch(refuse);
  };
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason; // a fault
  throw rateLimited(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)));
}
